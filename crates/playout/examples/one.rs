#![allow(missing_docs)]
use hexring_game::*;
use hexring_playout::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let p = Position::new(a[1].parse::<Rules>().unwrap()).unwrap();
    let kind = if a[2] == "fill" { Kind::Fill } else { Kind::Alternating { first: Color::Red } };
    let width = match a[3].as_str() {
        "64" => Width::W64,
        "256" => Width::W256,
        _ => Width::W512,
    };
    let d = match a[4].as_str() {
        "wins" => Detail::Wins,
        "cells" => Detail::Cells,
        _ => Detail::Pivotal,
    };
    let n: u64 = a[5].parse().unwrap();
    let sm = Sampler::new(&p).with_width(width);
    let mut best = 0f64;
    let mut r = 0.0;
    for s in 0..5 {
        let t = cpu();
        let x = sm.sample(&Request { kind, playouts: n, seed: s, detail: d });
        best = best.max(n as f64 / (cpu() - t));
        r = x.win_rate(Color::Red);
    }
    println!("{:?} best {:.2} M/s {r:.5}", &a[1..5], best / 1e6);
}
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1e9
}
