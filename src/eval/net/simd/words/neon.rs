//! Words in vectors of NEON, which every 64-bit ARM has.

use super::{Line, LongLine, SHIFT, Words};
use std::arch::aarch64::*;

#[derive(Clone, Copy)]
pub struct Neon([int16x8_t; 4]);

// SAFETY of all intrinsics below: NEON is part of the target. Loads and stores stay within a line
// of 64 bytes.
impl Words for Neon {
    type Longs = [int32x4_t; 4];

    #[inline(always)]
    fn load(line: &Line) -> Neon {
        let at = line.0.as_ptr();
        unsafe {
            Neon([
                vld1q_s16(at),
                vld1q_s16(at.add(8)),
                vld1q_s16(at.add(16)),
                vld1q_s16(at.add(24)),
            ])
        }
    }
    #[inline(always)]
    fn store(self, line: &mut Line) {
        let at = line.0.as_mut_ptr();
        for n in 0..4 {
            unsafe { vst1q_s16(at.add(8 * n), self.0[n]) }
        }
    }
    #[inline(always)]
    fn add(mut self, other: Neon) -> Neon {
        for n in 0..4 {
            self.0[n] = unsafe { vaddq_s16(self.0[n], other.0[n]) };
        }
        self
    }
    #[inline(always)]
    fn scaled(mut self, x: i16) -> Neon {
        for n in 0..4 {
            self.0[n] = unsafe { vqrdmulhq_n_s16(self.0[n], x) };
        }
        self
    }
    #[inline(always)]
    fn relu(mut self) -> Neon {
        for n in 0..4 {
            self.0[n] =
                unsafe { vshrq_n_s16::<{ SHIFT as i32 }>(vmaxq_s16(self.0[n], vdupq_n_s16(0))) };
        }
        self
    }
    #[inline(always)]
    fn pairs(self) -> u16 {
        const BITS: [u32; 4] = [1, 2, 4, 8];
        let mut bits = 0;
        for n in 0..4 {
            let four = unsafe {
                let pairs = vreinterpretq_u32_s16(self.0[n]);
                vaddvq_u32(vandq_u32(vtstq_u32(pairs, pairs), vld1q_u32(BITS.as_ptr())))
            };
            bits |= (four as u16) << (4 * n);
        }
        bits
    }
    #[inline(always)]
    fn load_longs(line: &LongLine) -> [int32x4_t; 4] {
        let at = line.0.as_ptr();
        unsafe {
            [vld1q_s32(at), vld1q_s32(at.add(4)), vld1q_s32(at.add(8)), vld1q_s32(at.add(12))]
        }
    }
    #[inline(always)]
    fn store_longs(longs: [int32x4_t; 4], line: &mut LongLine) {
        let at = line.0.as_mut_ptr();
        for n in 0..4 {
            unsafe { vst1q_s32(at.add(4 * n), longs[n]) }
        }
    }
    #[inline(always)]
    fn dot(mut longs: [int32x4_t; 4], pair: [i16; 2], line: &Line) -> [int32x4_t; 4] {
        let w = Neon::load(line).0;
        for n in 0..4 {
            longs[n] = unsafe {
                let (even, odd) = (vuzp1q_s16(w[n], w[n]), vuzp2q_s16(w[n], w[n]));
                let sum = vmlal_n_s16(longs[n], vget_low_s16(even), pair[0]);
                vmlal_n_s16(sum, vget_low_s16(odd), pair[1])
            };
        }
        longs
    }
}
