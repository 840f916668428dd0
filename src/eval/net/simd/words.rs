//! Thirty-two 16-bit integers at a time, by the widest vectors that the processor has.
//!
//! Sums wrap, so their order does not matter, and all paths agree to the last bit.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

/// Numbers in a [`Line`].
pub(crate) const WORDS: usize = 32;
/// How far [`Words::relu`] shifts.
pub(crate) const SHIFT: u32 = 2;

/// Thirty-two 16-bit integers, one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Line(pub [i16; WORDS]);

impl Line {
    pub const ZERO: Line = Line([0; WORDS]);
}

/// Sixteen 32-bit integers, one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct LongLine(pub [i32; 16]);

/// A [`Line`] in registers. Only [`run`] chooses the type, after asking the processor.
pub(crate) trait Words: Copy {
    /// A [`LongLine`] in registers.
    type Longs: Copy;

    /// The numbers of a line.
    fn load(line: &Line) -> Self;
    /// Puts the numbers into a line.
    fn store(self, line: &mut Line);
    /// Sums, wrapping.
    fn add(self, other: Self) -> Self;
    /// Products with `x` in units of 1 / 32768, rounded; `x` is not -32768.
    fn scaled(self, x: i16) -> Self;
    /// Negative numbers become 0, others are divided by 2 to the power [`SHIFT`], rounded down.
    fn relu(self) -> Self;
    /// Bit k is set if one of the numbers 2k and 2k + 1, none of which is negative, is not 0.
    fn pairs(self) -> u16;
    /// The numbers of a line.
    fn load_longs(line: &LongLine) -> Self::Longs;
    /// Puts the numbers into a line.
    fn store_longs(longs: Self::Longs, line: &mut LongLine);
    /// To each of `longs` the sum of the products of `pair` with two numbers of `line`, wrapping.
    fn dot(longs: Self::Longs, pair: [i16; 2], line: &Line) -> Self::Longs;
}

/// Work to run. Implementations mark [`run`](WordKernel::run) and what it calls
/// `#[inline(always)]`, or that part is compiled for the plainest processor.
pub(crate) trait WordKernel {
    /// What it gives.
    type Out;
    /// Does the work.
    fn run<W: Words>(self) -> Self::Out;
}

/// Runs the work on the best path.
#[inline]
pub(crate) fn run<K: WordKernel>(kernel: K) -> K::Out {
    #[cfg(target_arch = "x86_64")]
    {
        if super::x86::has_avx512() {
            // SAFETY: the features that `wide` is compiled for were detected just above.
            return unsafe { x86::wide(kernel) };
        }
        if super::x86::has_avx2() {
            // SAFETY: the features that `middle` is compiled for were detected just above.
            return unsafe { x86::middle(kernel) };
        }
        kernel.run::<Plain>()
    }
    #[cfg(target_arch = "aarch64")]
    {
        kernel.run::<neon::Neon>()
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        kernel.run::<Plain>()
    }
}

/// Runs the work on every path there is, the plainest first, to compare them.
#[cfg(test)]
pub(crate) fn run_all<K: WordKernel + Clone>(kernel: K) -> Vec<(&'static str, K::Out)> {
    let mut results = vec![("plain", kernel.clone().run::<Plain>())];
    #[cfg(target_arch = "x86_64")]
    {
        if super::x86::has_avx2() {
            // SAFETY: detected just above.
            results.push(("avx2", unsafe { x86::middle(kernel.clone()) }));
        }
        if super::x86::has_avx512() {
            // SAFETY: detected just above.
            results.push(("avx512", unsafe { x86::wide(kernel) }));
        }
    }
    #[cfg(target_arch = "aarch64")]
    results.push(("neon", kernel.run::<neon::Neon>()));
    results
}

/// Thirty-two numbers without any promise of vectors.
#[derive(Clone, Copy)]
struct Plain([i16; WORDS]);

impl Words for Plain {
    type Longs = [i32; 16];

    #[inline(always)]
    fn load(line: &Line) -> Plain {
        Plain(line.0)
    }
    #[inline(always)]
    fn store(self, line: &mut Line) {
        line.0 = self.0;
    }
    #[inline(always)]
    fn add(self, other: Plain) -> Plain {
        Plain(std::array::from_fn(|k| self.0[k].wrapping_add(other.0[k])))
    }
    #[inline(always)]
    fn scaled(self, x: i16) -> Plain {
        Plain(self.0.map(|w| ((i32::from(w) * i32::from(x) + (1 << 14)) >> 15) as i16))
    }
    #[inline(always)]
    fn relu(self) -> Plain {
        Plain(self.0.map(|a| a.max(0) >> SHIFT))
    }
    #[inline(always)]
    fn pairs(self) -> u16 {
        let (pairs, _) = self.0.as_chunks::<2>();
        let bits = pairs.iter().enumerate().map(|(k, pair)| u16::from(*pair != [0, 0]) << k);
        bits.sum()
    }
    #[inline(always)]
    fn load_longs(line: &LongLine) -> [i32; 16] {
        line.0
    }
    #[inline(always)]
    fn store_longs(longs: [i32; 16], line: &mut LongLine) {
        line.0 = longs;
    }
    #[inline(always)]
    fn dot(longs: [i32; 16], pair: [i16; 2], line: &Line) -> [i32; 16] {
        let product = |n: usize, k: usize| i32::from(pair[n]) * i32::from(line.0[2 * k + n]);
        std::array::from_fn(|k| longs[k].wrapping_add(product(0, k).wrapping_add(product(1, k))))
    }
}

#[cfg(test)]
mod tests;
