//! Words in vectors of AVX2 and AVX-512.

use super::{Line, LongLine, SHIFT, WordKernel, Words};
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn middle<K: WordKernel>(kernel: K) -> K::Out {
    kernel.run::<Avx2>()
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
pub fn wide<K: WordKernel>(kernel: K) -> K::Out {
    kernel.run::<Avx512>()
}

/// Used only inside [`middle`].
#[derive(Clone, Copy)]
struct Avx2([__m256i; 2]);

/// Used only inside [`wide`].
#[derive(Clone, Copy)]
struct Avx512(__m512i);

#[inline(always)]
fn both(pair: [i16; 2]) -> i32 {
    (i32::from(pair[1]) << 16) | i32::from(pair[0] as u16)
}

// SAFETY of all intrinsics below: `run` and `run_all`, which alone name these types (by way of
// `middle` and `wide`), have detected the features. Loads and stores stay within a line of 64
// bytes, which is aligned to 64 bytes.
impl Words for Avx2 {
    type Longs = [__m256i; 2];

    #[inline(always)]
    fn load(line: &Line) -> Avx2 {
        let at = line.0.as_ptr().cast::<__m256i>();
        unsafe { Avx2([_mm256_load_si256(at), _mm256_load_si256(at.add(1))]) }
    }
    #[inline(always)]
    fn store(self, line: &mut Line) {
        let at = line.0.as_mut_ptr().cast::<__m256i>();
        unsafe {
            _mm256_store_si256(at, self.0[0]);
            _mm256_store_si256(at.add(1), self.0[1]);
        }
    }
    #[inline(always)]
    fn add(self, b: Avx2) -> Avx2 {
        unsafe { Avx2([_mm256_add_epi16(self.0[0], b.0[0]), _mm256_add_epi16(self.0[1], b.0[1])]) }
    }
    #[inline(always)]
    fn scaled(self, x: i16) -> Avx2 {
        unsafe {
            let x = _mm256_set1_epi16(x);
            Avx2([_mm256_mulhrs_epi16(self.0[0], x), _mm256_mulhrs_epi16(self.0[1], x)])
        }
    }
    #[inline(always)]
    fn relu(self) -> Avx2 {
        unsafe {
            let zero = _mm256_setzero_si256();
            let one = |v| _mm256_srli_epi16::<{ SHIFT as i32 }>(_mm256_max_epi16(v, zero));
            Avx2([one(self.0[0]), one(self.0[1])])
        }
    }
    #[inline(always)]
    fn pairs(self) -> u16 {
        unsafe {
            let zero = _mm256_setzero_si256();
            let bits = |v: __m256i| {
                _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(v, zero))) as u16
            };
            bits(self.0[0]) | bits(self.0[1]) << 8
        }
    }
    #[inline(always)]
    fn load_longs(line: &LongLine) -> [__m256i; 2] {
        let at = line.0.as_ptr().cast::<__m256i>();
        unsafe { [_mm256_load_si256(at), _mm256_load_si256(at.add(1))] }
    }
    #[inline(always)]
    fn store_longs(longs: [__m256i; 2], line: &mut LongLine) {
        let at = line.0.as_mut_ptr().cast::<__m256i>();
        unsafe {
            _mm256_store_si256(at, longs[0]);
            _mm256_store_si256(at.add(1), longs[1]);
        }
    }
    #[inline(always)]
    fn dot(longs: [__m256i; 2], pair: [i16; 2], line: &Line) -> [__m256i; 2] {
        let w = Avx2::load(line).0;
        unsafe {
            let pair = _mm256_set1_epi32(both(pair));
            [
                _mm256_add_epi32(longs[0], _mm256_madd_epi16(pair, w[0])),
                _mm256_add_epi32(longs[1], _mm256_madd_epi16(pair, w[1])),
            ]
        }
    }
}

impl Words for Avx512 {
    type Longs = __m512i;

    #[inline(always)]
    fn load(line: &Line) -> Avx512 {
        unsafe { Avx512(_mm512_load_si512(line.0.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, line: &mut Line) {
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn add(self, b: Avx512) -> Avx512 {
        unsafe { Avx512(_mm512_add_epi16(self.0, b.0)) }
    }
    #[inline(always)]
    fn scaled(self, x: i16) -> Avx512 {
        unsafe { Avx512(_mm512_mulhrs_epi16(self.0, _mm512_set1_epi16(x))) }
    }
    #[inline(always)]
    fn relu(self) -> Avx512 {
        unsafe {
            let positive = _mm512_max_epi16(self.0, _mm512_setzero_si512());
            Avx512(_mm512_srli_epi16::<SHIFT>(positive))
        }
    }
    #[inline(always)]
    fn pairs(self) -> u16 {
        unsafe { _mm512_test_epi32_mask(self.0, self.0) }
    }
    #[inline(always)]
    fn load_longs(line: &LongLine) -> __m512i {
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_longs(longs: __m512i, line: &mut LongLine) {
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), longs) }
    }
    #[inline(always)]
    fn dot(longs: __m512i, pair: [i16; 2], line: &Line) -> __m512i {
        unsafe {
            let pair = _mm512_set1_epi32(both(pair));
            _mm512_add_epi32(longs, _mm512_madd_epi16(pair, Avx512::load(line).0))
        }
    }
}
