//! Sixteen numbers at a time, by the widest vectors that the processor has.
//!
//! Work is written once against [`Lanes`] and compiled three times. All three do the same
//! additions and multiplications in the same order, never fused, so their results are equal to the
//! last bit.
#![allow(unsafe_code)]

pub(crate) mod words;

use super::{Chunk, LANES};

/// Sixteen numbers in registers. Only [`run`] chooses the type, after asking the processor.
pub(crate) trait Lanes: Copy {
    /// Sixteen times the number.
    fn splat(x: f32) -> Self;
    /// The numbers of a chunk.
    fn load(chunk: &Chunk) -> Self;
    /// Puts the numbers into a chunk.
    fn store(self, chunk: &mut Chunk);
    /// Sums.
    fn add(self, other: Self) -> Self;
    /// Products.
    fn mul(self, other: Self) -> Self;
    /// Quotients.
    fn div(self, other: Self) -> Self;
    /// Square roots.
    fn sqrt(self) -> Self;
    /// Negative numbers become 0.
    fn relu(self) -> Self;
    /// The numbers where `gate` is positive, 0 elsewhere.
    fn gated(self, gate: Self) -> Self;

    /// `self + x * w`, rounded twice.
    #[inline(always)]
    fn plus(self, x: Self, w: Self) -> Self {
        self.add(x.mul(w))
    }
}

/// Work to run. Implementations mark [`run`](Kernel::run) and what it calls `#[inline(always)]`, or
/// that part is compiled for the plainest processor.
pub(crate) trait Kernel {
    /// What it gives.
    type Out;
    /// Does the work.
    fn run<L: Lanes>(self) -> Self::Out;
}

/// Runs the work on the best path.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Out {
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_avx512() {
            // SAFETY: the features that `wide` is compiled for were detected just above.
            return unsafe { x86::wide(kernel) };
        }
        if x86::has_avx2() {
            // SAFETY: the features that `middle` is compiled for were detected just above.
            return unsafe { x86::middle(kernel) };
        }
    }
    kernel.run::<Plain>()
}

/// Runs the work on every path there is, the plainest first, to compare them.
#[cfg(test)]
pub(crate) fn run_all<K: Kernel + Clone>(kernel: K) -> Vec<K::Out> {
    let mut results = vec![kernel.clone().run::<Plain>()];
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_avx2() {
            // SAFETY: detected just above.
            results.push(unsafe { x86::middle(kernel.clone()) });
        }
        if x86::has_avx512() {
            // SAFETY: detected just above.
            results.push(unsafe { x86::wide(kernel) });
        }
    }
    results
}

/// Sixteen numbers without any promise of vectors.
#[derive(Clone, Copy)]
struct Plain([f32; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(f32, f32) -> f32) -> Plain {
        Plain(std::array::from_fn(|k| f(self.0[k], other.0[k])))
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn splat(x: f32) -> Plain {
        Plain([x; LANES])
    }
    #[inline(always)]
    fn load(chunk: &Chunk) -> Plain {
        Plain(chunk.0)
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk) {
        chunk.0 = self.0;
    }
    #[inline(always)]
    fn add(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a + b)
    }
    #[inline(always)]
    fn mul(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a * b)
    }
    #[inline(always)]
    fn div(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a / b)
    }
    #[inline(always)]
    fn sqrt(self) -> Plain {
        Plain(self.0.map(f32::sqrt))
    }
    #[inline(always)]
    fn relu(self) -> Plain {
        Plain(self.0.map(|a| if a > 0.0 { a } else { 0.0 }))
    }
    #[inline(always)]
    fn gated(self, gate: Plain) -> Plain {
        self.zip(gate, |a, g| if g > 0.0 { a } else { 0.0 })
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Chunk, Kernel, Lanes};
    use std::arch::is_x86_feature_detected as has;
    use std::arch::x86_64::*;

    #[inline]
    pub fn has_avx2() -> bool {
        has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
    }

    #[inline]
    pub fn has_avx512() -> bool {
        has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") && has_avx2()
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn middle<K: Kernel>(kernel: K) -> K::Out {
        kernel.run::<Avx2>()
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn wide<K: Kernel>(kernel: K) -> K::Out {
        kernel.run::<Avx512>()
    }

    /// Used only inside [`middle`].
    #[derive(Clone, Copy)]
    struct Avx2([__m256; 2]);

    /// Used only inside [`wide`].
    #[derive(Clone, Copy)]
    struct Avx512(__m512);

    // SAFETY of all intrinsics below: `run` and `run_all`, which alone name these types (by way of
    // `middle` and `wide`), have detected the features. Loads and stores stay within a chunk of
    // sixteen numbers, which is aligned to 64 bytes.
    impl Lanes for Avx2 {
        #[inline(always)]
        fn splat(x: f32) -> Avx2 {
            unsafe { Avx2([_mm256_set1_ps(x); 2]) }
        }
        #[inline(always)]
        fn load(chunk: &Chunk) -> Avx2 {
            let at = chunk.0.as_ptr();
            unsafe { Avx2([_mm256_load_ps(at), _mm256_load_ps(at.add(8))]) }
        }
        #[inline(always)]
        fn store(self, chunk: &mut Chunk) {
            let at = chunk.0.as_mut_ptr();
            unsafe {
                _mm256_store_ps(at, self.0[0]);
                _mm256_store_ps(at.add(8), self.0[1]);
            }
        }
        #[inline(always)]
        fn add(self, b: Avx2) -> Avx2 {
            unsafe { Avx2([_mm256_add_ps(self.0[0], b.0[0]), _mm256_add_ps(self.0[1], b.0[1])]) }
        }
        #[inline(always)]
        fn mul(self, b: Avx2) -> Avx2 {
            unsafe { Avx2([_mm256_mul_ps(self.0[0], b.0[0]), _mm256_mul_ps(self.0[1], b.0[1])]) }
        }
        #[inline(always)]
        fn div(self, b: Avx2) -> Avx2 {
            unsafe { Avx2([_mm256_div_ps(self.0[0], b.0[0]), _mm256_div_ps(self.0[1], b.0[1])]) }
        }
        #[inline(always)]
        fn sqrt(self) -> Avx2 {
            unsafe { Avx2([_mm256_sqrt_ps(self.0[0]), _mm256_sqrt_ps(self.0[1])]) }
        }
        #[inline(always)]
        fn relu(self) -> Avx2 {
            self.gated(self)
        }
        #[inline(always)]
        fn gated(self, gate: Avx2) -> Avx2 {
            unsafe {
                let zero = _mm256_setzero_ps();
                let open = |n: usize| _mm256_cmp_ps::<_CMP_GT_OQ>(gate.0[n], zero);
                Avx2([_mm256_and_ps(self.0[0], open(0)), _mm256_and_ps(self.0[1], open(1))])
            }
        }
    }

    impl Lanes for Avx512 {
        #[inline(always)]
        fn splat(x: f32) -> Avx512 {
            unsafe { Avx512(_mm512_set1_ps(x)) }
        }
        #[inline(always)]
        fn load(chunk: &Chunk) -> Avx512 {
            unsafe { Avx512(_mm512_load_ps(chunk.0.as_ptr())) }
        }
        #[inline(always)]
        fn store(self, chunk: &mut Chunk) {
            unsafe { _mm512_store_ps(chunk.0.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn add(self, b: Avx512) -> Avx512 {
            unsafe { Avx512(_mm512_add_ps(self.0, b.0)) }
        }
        #[inline(always)]
        fn mul(self, b: Avx512) -> Avx512 {
            unsafe { Avx512(_mm512_mul_ps(self.0, b.0)) }
        }
        #[inline(always)]
        fn div(self, b: Avx512) -> Avx512 {
            unsafe { Avx512(_mm512_div_ps(self.0, b.0)) }
        }
        #[inline(always)]
        fn sqrt(self) -> Avx512 {
            unsafe { Avx512(_mm512_sqrt_ps(self.0)) }
        }
        #[inline(always)]
        fn relu(self) -> Avx512 {
            self.gated(self)
        }
        #[inline(always)]
        fn gated(self, gate: Avx512) -> Avx512 {
            unsafe {
                let open = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(gate.0, _mm512_setzero_ps());
                Avx512(_mm512_maskz_mov_ps(open, self.0))
            }
        }
    }
}
