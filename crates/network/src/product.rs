//! The matrix product: the only unsafe code, since the library takes pointers.
//!
//! `gemm-f32` is the part of the `gemm` crate for this type of number; the other parts take
//! minutes to compile. It was chosen over `matrixmultiply` by speed (see BENCHMARKS.md).

#![allow(unsafe_code)]

use gemm_common::Parallelism;

/// A product of matrices that are stored row by row: what is multiplied and where it goes.
#[derive(Debug)]
pub struct Product<'a> {
    /// `rows` × `inner` numbers.
    pub left: &'a [f32],
    /// `inner` × `columns` numbers.
    pub right: &'a [f32],
    /// The length of a row of the left matrix.
    pub inner: usize,
    /// The length of a row of the right matrix and of the result.
    pub columns: usize,
}

impl Product<'_> {
    /// Writes the product.
    pub fn write(&self, result: &mut [f32]) {
        self.run(result, false);
    }

    /// Adds the product to what is there.
    pub fn add(&self, result: &mut [f32]) {
        self.run(result, true);
    }

    fn run(&self, result: &mut [f32], adds: bool) {
        let Product { left, right, inner, columns } = *self;
        let rows = left.len() / inner;
        assert_eq!(left.len(), rows * inner, "whole rows on the left");
        assert_eq!(right.len(), inner * columns, "the right matrix");
        assert_eq!(result.len(), rows * columns, "the result");
        let (across, along) = (1, columns as isize);
        // SAFETY: every pointer is that of a slice whose length was compared with the size of its
        // matrix above; rows are contiguous, so the strides stay inside. `result` is borrowed
        // mutably and overlaps neither factor.
        unsafe {
            gemm_f32::gemm::f32::get_gemm_fn()(
                rows,
                columns,
                inner,
                result.as_mut_ptr(),
                across,
                along,
                adds,
                left.as_ptr(),
                across,
                inner as isize,
                right.as_ptr(),
                across,
                along,
                1.0, // the weight of what is there, if it is read
                1.0,
                false,
                false,
                false,
                Parallelism::None,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_their_definition() {
        for (rows, inner, columns) in
            [(1, 1, 1), (1, 7, 96), (3, 49, 96), (50, 96, 64), (9, 672, 5)]
        {
            let numbers = |count: usize| -> Vec<f32> {
                (0..count).map(|i| ((i * 37 + 11) % 19) as f32 - 9.0).collect()
            };
            let (left, right) = (numbers(rows * inner), numbers(inner * columns));
            let product = Product { left: &left, right: &right, inner, columns };
            let mut result = vec![1.0; rows * columns];
            product.add(&mut result);
            for row in 0..rows {
                for column in 0..columns {
                    let terms =
                        (0..inner).map(|k| left[row * inner + k] * right[k * columns + column]);
                    // Small whole numbers: sums are exact in any order.
                    assert_eq!(result[row * columns + column], 1.0 + terms.sum::<f32>());
                }
            }
            let added = result.clone();
            product.write(&mut result);
            assert!(added.iter().zip(&result).all(|(added, written)| *added == written + 1.0));
        }
    }
}
