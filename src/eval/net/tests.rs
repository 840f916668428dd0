use super::simd::{Kernel, Lanes, run, run_all};
use super::*;
use crate::board::Board;
use crate::eval::features::Inputs;
use crate::rules::Variant;

/// A net of small pseudo-random weights.
pub(crate) fn scrambled(shape: Shape) -> Net {
    let mut net = Net::zero(shape);
    let mut state = 0x9e37_79b9u32;
    let third = shape.third();
    for (n, chunk) in net.weights_mut().iter_mut().enumerate() {
        for slot in &mut chunk.0[..if n < third { LANES } else { CLASSES }] {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            *slot = (state >> 8) as f32 / (1 << 24) as f32 * 0.4 - 0.2;
        }
    }
    net
}

fn shape() -> Shape {
    Shape::new(Phase::Contact, 128).unwrap()
}

#[derive(Clone)]
struct Forward<'a>(&'a Net, &'a Inputs);

impl Kernel for Forward<'_> {
    type Out = Chunk;
    #[inline(always)]
    fn run<L: Lanes>(self) -> Chunk {
        let mut activations = Activations::ZERO;
        self.0.forward::<L>(self.1, &mut activations);
        activations.outputs
    }
}

/// The same by the textbook, in double precision.
fn by_the_book(net: &Net, inputs: &Inputs) -> [f64; CLASSES] {
    let shape = net.shape();
    let flat: Vec<f64> = net.weights().iter().flat_map(|c| c.0.map(f64::from)).collect();
    let h = shape.hidden;
    let at = |chunk: usize| chunk * LANES;
    let mut first = flat[at(shape.tail())..][..h].to_vec();
    let rows = inputs.rows().iter().map(|&row| (usize::from(row), 1.0));
    let scaled = (0..shape.inputs.scalars())
        .map(|n| (shape.inputs.rows() + n, f64::from(inputs.scalars[n])));
    for (row, x) in rows.chain(scaled) {
        for u in 0..h {
            first[u] += x * flat[row * h + u];
        }
    }
    let mut second = flat[at(shape.second_bias())..][..SECOND].to_vec();
    for u in 0..h {
        for j in 0..SECOND {
            second[j] += first[u].max(0.0) * flat[at(shape.second()) + u * SECOND + j];
        }
    }
    std::array::from_fn(|k| {
        let bias = flat[at(shape.third_bias()) + k];
        let terms = (0..SECOND).map(|j| second[j].max(0.0) * flat[at(shape.third() + j) + k]);
        bias + terms.sum::<f64>()
    })
}

#[test]
fn all_paths_agree_to_the_bit_and_with_the_book() {
    let net = scrambled(shape());
    for variant in crate::eval::VARIANTS {
        let inputs = Phase::Contact.inputs(&variant.start());
        let best = run(Forward(&net, &inputs));
        for other in run_all(Forward(&net, &inputs)) {
            assert_eq!(best, other);
        }
        for (k, want) in by_the_book(&net, &inputs).into_iter().enumerate() {
            assert!((f64::from(best.0[k]) - want).abs() < 1e-4, "{variant:?} {k}");
        }
    }
}

#[test]
fn exp_is_close() {
    for n in 0..4000 {
        let x = -f64::from(n) / 100.0;
        let got = f64::from(exp(x as f32));
        assert!((got - x.exp()).abs() <= 4e-6 * x.exp(), "{x}: {got}");
    }
    assert_eq!(exp(0.0), 1.0);
}

#[test]
fn classes_respect_what_is_possible() {
    let mut outputs = Chunk::ZERO;
    outputs.0[..CLASSES].copy_from_slice(&[3.0, 9.0, -90.0, 0.5, 200.0, 1.0]);
    let got = classes(&outputs, &[true, true, false, true, false, false]);
    assert_eq!((got[2], got[4], got[5]), (0.0, 0.0, 0.0));
    assert!((got.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    let chances = cumulative(&got);
    assert!(chances.win_gammon <= chances.win && chances.win <= 1.0);
    assert_eq!(split(&chances)[5], 0.0);
}

#[test]
fn files_come_back_and_damage_is_refused() {
    use NetFileError as E;
    let net = scrambled(shape());
    let bytes = net.to_bytes();
    let read = |bytes: &[u8]| Net::from_bytes(bytes, Phase::Contact);
    assert_eq!(read(&bytes).as_ref(), Ok(&net));
    let changed = |at: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        read(&bytes).unwrap_err()
    };
    assert_eq!(read(&[]), Err(E::Short(0)));
    assert_eq!(read(&bytes[..95]), Err(E::Short(95)));
    let (found, wanted) = (bytes.len() - 1, bytes.len());
    assert_eq!(read(&bytes[..found]), Err(E::Length { found, wanted }));
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read(&longer), Err(E::Length { found: wanted + 1, wanted }));
    assert_eq!(read(&vec![0; (64 << 20) + 1]), Err(E::Oversized((64 << 20) + 1)));
    assert_eq!(changed(0, b"X"), E::Magic);
    assert_eq!(changed(8, &[9]), E::Format(9));
    let family = |found: &str| E::Family { found: found.to_owned(), wanted: "backgammon" };
    assert_eq!(changed(12, b"long\0\0\0\0\0\0"), family("long"));
    assert_eq!(changed(12, b"\x1b[2J\0\0\0\0\0\0"), family("?[2J"));
    assert_eq!(changed(23, b"x"), family("backgammon?x"));
    let phase = E::Phase { found: "race".to_owned(), wanted: "contact" };
    assert_eq!(changed(28, b"race\0\0\0"), phase);
    let features = E::Features { phase: "contact", found: 77, wanted: 1 };
    assert_eq!(changed(36, &[77]), features);
    assert_eq!(changed(40, &[1, 0]), E::Shape { what: "number of rows", found: 1 });
    assert_eq!(changed(48, &[129]), E::Shape { what: "first layer", found: 129 });
    assert_eq!(changed(60, &[1]), E::Encoding(1));
    assert_eq!(changed(64, &[!bytes[64]]), E::Hash);
    assert_eq!(changed(5000, &[!bytes[5000]]), E::Hash);
    let mut nan = net.clone();
    nan.weights_mut()[3].0[5] = f32::NAN;
    assert_eq!(read(&nan.to_bytes()), Err(E::NotFinite(53)));
    assert_eq!(net.info("some").name, "some-contact");
    assert_eq!(net.info("some").sha256.len(), 64);
}

#[test]
fn a_net_of_zeros_knows_nothing() {
    let board: Board = Variant::Backgammon.start();
    let outputs = run(Forward(&Net::zero(shape()), &Phase::Contact.inputs(&board)));
    let got = classes(&outputs, &[true; CLASSES]);
    assert!(got.iter().all(|&c| (c - 1.0 / 6.0).abs() < 1e-6));
}
