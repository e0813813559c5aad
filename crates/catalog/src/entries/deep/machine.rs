use std::sync::Arc;

#[cfg(feature = "deep-cpu")]
use kirifuda_deep::Cpu;
use kirifuda_deep::{Cuda, Machine};
use kirifuda_learn::net::Shape;

use crate::Settings;

/// Puts nets with these weights on a machine.
pub(super) type Build = Arc<dyn Fn(Shape, &[f32]) -> Result<Box<dyn Machine>, String> + Send + Sync>;

// Names in settings and models.
const CUDA: &str = "cuda";
const CPU: &str = "cpu";

/// Reads what machine is wanted, and whether it is a card. One that is not there is refused, or for `auto` another one is
/// taken; no net is put on it yet.
pub(super) fn read(settings: &mut Settings<'_>) -> Result<(Build, bool), String> {
    let card = match settings.text("machine") {
        CPU => false,
        CUDA => Cuda::find().map(|()| true).map_err(|why| why.to_string())?,
        _ => Cuda::find().is_ok(),
    };
    settings.keep("machine", if card { CUDA } else { CPU });
    Ok((if card { Arc::new(cuda) } else { cpu()? }, card))
}

fn cuda(shape: Shape, weights: &[f32]) -> Result<Box<dyn Machine>, String> {
    match Cuda::new(shape, weights) {
        Ok(machine) => Ok(Box::new(machine)),
        Err(why) => Err(format!("{why}: make room on the card, or train with `machine=cpu`")),
    }
}

#[cfg(feature = "deep-cpu")]
fn cpu() -> Result<Build, String> {
    Ok(Arc::new(|shape, weights| match Cpu::with(shape, weights.to_vec()) {
        Ok(machine) => Ok(Box::new(machine)),
        Err(why) => Err(why.to_string()),
    }))
}

#[cfg(not(feature = "deep-cpu"))]
fn cpu() -> Result<Build, String> {
    Err("this program was built for graphics cards only: build it with `--features deep` to learn on the processor"
        .into())
}
