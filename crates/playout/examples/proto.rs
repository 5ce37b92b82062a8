#![allow(missing_docs)]
 use hexring_game::*; use hexring_playout::*;
use rand::SeedableRng;
fn cpu()->f64{ std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()/1e9 }
fn main(){
 let only: Option<String> = std::env::args().nth(1);
 for topo in ["plane","cylinder","torus"] { for kind in [Kind::Fill, Kind::Alternating{first:Color::Red}] {
  if only.as_ref().is_some_and(|o| o!=topo) {continue}
  let p = Position::new(format!("{topo}:11x11").parse::<Rules>().unwrap()).unwrap();
  let mut k = ScalarKernel::new(&p); let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
  let n=200000; let s=cpu(); let mut w=0; for _ in 0..n { w += (k.playout(kind,&mut rng)==Color::Red) as u64; }
  println!("{topo} {kind:?} scalar {:.3} M/s {:.4}", n as f64/(cpu()-s)/1e6, w as f64/n as f64);
  for width in Width::ALL { for d in [Detail::Wins, Detail::Cells, Detail::Pivotal] {
   if d==Detail::Pivotal && topo=="torus" {continue}
   let sm = Sampler::new(&p).with_width(width);
   let n = if d==Detail::Pivotal {40960} else {40960*25}; let n = if width==Width::W64 {n/4} else {n};
   let s=cpu(); let t=sm.sample(&Request{kind,playouts:n,seed:1,detail:d});
   println!("   {width} {d:?} {:.2} M/s {:.5}", n as f64/(cpu()-s)/1e6, t.win_rate(Color::Red));
  }}
 }}
}
