//! Runs a piece of work compiled for the widest vectors that the processor has.
//!
//! The work is ordinary Rust that the compiler vectorises; nothing here writes instructions by
//! hand. The one `unsafe` per function says that the processor was asked first. Results are equal
//! on all paths: no work sums across lanes or fuses a multiplication with an addition.
#![allow(unsafe_code)]

/// Work to run. Implementations mark [`run`](Kernel::run) and what it calls `#[inline(always)]`, or
/// that part is compiled for the plainest processor.
pub(crate) trait Kernel {
    /// What it gives.
    type Out;
    /// Does the work.
    fn run(self) -> Self::Out;
}

/// Runs the work on the best path.
#[inline]
pub(crate) fn run<K: Kernel>(kernel: K) -> K::Out {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && has_avx2()
        {
            // SAFETY: the features that `wide` is compiled for were detected just above.
            return unsafe { wide(kernel) };
        }
        if has_avx2() {
            // SAFETY: the features that `middle` is compiled for were detected just above.
            return unsafe { middle(kernel) };
        }
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn middle<K: Kernel>(kernel: K) -> K::Out {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn wide<K: Kernel>(kernel: K) -> K::Out {
    kernel.run()
}

/// Runs the work on the plainest path, to compare with.
#[cfg(test)]
pub(crate) fn run_plain<K: Kernel>(kernel: K) -> K::Out {
    kernel.run()
}
