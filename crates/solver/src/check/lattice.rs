//! The windings of all closed walks of a group: sums of a few, in one form.

use hexring_game::{Axis, Winding};

/// All sums of some windings and their reverses: those of `[a, b]` and `[0, c]`, with `a` and `c`
/// not negative. Numbers are exact: a group has no walk longer than a board has links, so these
/// stay far below what 64 bits hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lattice {
    a: i64,
    b: i64,
    c: i64,
}

impl Lattice {
    /// Takes in another winding, by Euclid's algorithm.
    pub(super) fn add(&mut self, winding: Winding) {
        let (mut kept, mut rest) = ((self.a, self.b), (winding.a.into(), winding.b.into()));
        while rest.0 != 0 {
            let times: i64 = kept.0 / rest.0;
            (kept, rest) = (rest, (kept.0 - times * rest.0, kept.1 - times * rest.1));
        }
        if kept.0 < 0 {
            kept = (-kept.0, -kept.1);
        }
        (self.a, self.b) = kept;
        self.c = divisor(self.c, rest.1);
        if self.c != 0 {
            self.b = self.b.rem_euclid(self.c);
        }
    }

    /// Whether a winding is one of the sums.
    pub(super) fn has(self, winding: Winding) -> bool {
        let (a, b) = (i64::from(winding.a), i64::from(winding.b));
        let times = if self.a == 0 { 0 } else { a / self.a };
        let rest = b - times * self.b;
        a == times * self.a && (rest == 0 || self.c != 0 && rest % self.c == 0)
    }

    /// Whether some sum winds along an axis.
    pub(super) fn winds(self, axis: Axis) -> bool {
        match axis {
            Axis::Horizontal => self.a != 0,
            Axis::Vertical => self.b != 0 || self.c != 0,
        }
    }

    /// Whether some sum winds along an axis alone. Two windings in different directions can always
    /// be put together to such a one.
    pub(super) fn winds_purely(self, axis: Axis) -> bool {
        match axis {
            Axis::Horizontal => self.a != 0 && (self.b == 0 || self.c != 0),
            Axis::Vertical => self.c != 0,
        }
    }
}

/// The greatest common divisor; 0 of zeros.
fn divisor(x: i64, y: i64) -> i64 {
    let (mut x, mut y) = (x.abs(), y.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with all sums of up to a few times each winding.
    #[test]
    fn it_has_the_sums_and_nothing_else() {
        let cases: [&[[i16; 2]]; 7] = [
            &[],
            &[[2, 0]],
            &[[0, -3]],
            &[[2, 1]],
            &[[2, 1], [-4, -2]],
            &[[2, 1], [1, -1]],
            &[[4, 2], [6, 0], [0, 0]],
        ];
        for windings in cases {
            let mut lattice = Lattice::default();
            windings.iter().for_each(|winding| lattice.add((*winding).into()));
            let mut sums = vec![[0, 0]];
            for [a, b] in windings {
                let more = |[x, y]: [i16; 2]| (-9..=9).map(move |k| [x + k * a, y + k * b]);
                sums = sums.into_iter().flat_map(more).collect();
            }
            let near = (-4..=4).flat_map(|a| (-4..=4).map(move |b| [a, b]));
            for [a, b] in near {
                let is_sum = sums.contains(&[a, b]);
                assert_eq!(lattice.has([a, b].into()), is_sum, "{windings:?} {a} {b}");
            }
            let any = |test: fn(&[i16; 2]) -> bool| sums.iter().any(test);
            assert_eq!(lattice.winds(Axis::Horizontal), any(|[a, _]| *a != 0));
            assert_eq!(lattice.winds(Axis::Vertical), any(|[_, b]| *b != 0));
            let pure = [any(|[a, b]| *a != 0 && *b == 0), any(|[a, b]| *a == 0 && *b != 0)];
            assert_eq!(lattice.winds_purely(Axis::Horizontal), pure[0], "{windings:?}");
            assert_eq!(lattice.winds_purely(Axis::Vertical), pure[1], "{windings:?}");
        }
    }
}
