use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt::Display;
use std::sync::Arc;

use cudarc::cublas::sys::{cublasComputeType_t, cublasGemmAlgo_t, cublasOperation_t, cudaDataType_t};
use cudarc::cublas::{CudaBlas, result};
use cudarc::driver::{CudaContext, CudaFunction, CudaStream, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::compile_ptx;

use crate::MachineError;

/// A graphics card that is ready to work.
pub struct Card {
    pub name: String,
    pub context: Arc<CudaContext>,
    pub stream: Arc<CudaStream>,
    blas: CudaBlas,
    kernels: HashMap<&'static str, CudaFunction>,
}

const KERNELS: [&str; 10] = [
    "unpack",
    "normalise",
    "normalise_back",
    "bias_relu",
    "relu_back",
    "finish",
    "made",
    "given",
    "adam",
    "round_down",
];

/// What went wrong on the card.
pub fn fail(why: impl Display) -> MachineError {
    MachineError(format!("the graphics card: {why}"))
}

impl Card {
    /// The first one, if there is one that can be used; nothing is put on it.
    pub fn find() -> Result<Arc<CudaContext>, MachineError> {
        let none = |why: &str| {
            MachineError(format!(
                "no graphics card can be used ({why}): it needs an NVIDIA card, its driver and CUDA 13 (libcublas and \
                 libnvrtc where the system looks for libraries, such as LD_LIBRARY_PATH); or train with `machine=cpu`"
            ))
        };
        // SAFETY: they only look whether a library can be loaded.
        let present = unsafe {
            [
                ("the driver, libcuda,", cudarc::driver::sys::is_culib_present()),
                ("libnvrtc", cudarc::nvrtc::sys::is_culib_present()),
                ("libcublas", cudarc::cublas::sys::is_culib_present()),
            ]
        };
        if let Some((name, _)) = present.iter().find(|(_, there)| !there) {
            return Err(none(&format!("{name} is not found")));
        }
        CudaContext::new(0).map_err(|why| none(&why.to_string()))
    }

    /// The first one, ready to work.
    pub fn open() -> Result<Card, MachineError> {
        let context = Card::find()?;
        // SAFETY: there is one stream only, which keeps the order.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream().map_err(fail)?;
        let name = context.name().map_err(fail)?;
        let ptx = compile_ptx(include_str!("kernels.cu")).map_err(|why| fail(format!("its compiler: {why:?}")))?;
        let module = context.load_module(ptx).map_err(fail)?;
        let mut kernels = HashMap::new();
        for name in KERNELS {
            kernels.insert(name, module.load_function(name).map_err(fail)?);
        }
        let blas = CudaBlas::new(Arc::clone(&stream)).map_err(|why| fail(format!("cuBLAS: {why:?}")))?;
        Ok(Card { name, context, stream, blas, kernels })
    }

    /// Makes the calling thread one that may use the card.
    pub fn bind(&self) -> Result<(), MachineError> {
        self.context.bind_to_thread().map_err(fail)
    }

    /// Starts a kernel with at least so many threads.
    pub fn launch(&self, name: &'static str, threads: usize, numbers: &[Number]) -> Result<(), MachineError> {
        const BLOCK: usize = 256;
        let kernel = self.kernels.get(name).ok_or_else(|| fail(format!("no kernel `{name}`")))?;
        let blocks = u32::try_from(threads.div_ceil(BLOCK).max(1)).map_err(fail)?;
        let config = LaunchConfig { grid_dim: (blocks, 1, 1), block_dim: (BLOCK as u32, 1, 1), shared_mem_bytes: 0 };
        let mut launch = self.stream.launch_builder(kernel);
        // What the kernel gets must stay where it is until the launch.
        let held: Vec<Held> = numbers.iter().map(|number| number.held()).collect();
        for number in &held {
            match number {
                Held::At(address) => launch.arg(address),
                Held::Int(number) => launch.arg(number),
                Held::Long(number) => launch.arg(number),
                Held::Real(number) => launch.arg(number),
            };
        }
        // SAFETY: the kernels of this crate stay within the rows and columns they are told, and the callers tell those of
        // memory that they hold.
        unsafe { launch.launch(config) }.map_err(fail)?;
        Ok(())
    }

    /// A product of matrices.
    pub fn product(&self, product: &Product) -> Result<(), MachineError> {
        let int = |number: usize| i32::try_from(number).map_err(fail);
        let operation = |turned| if turned { cublasOperation_t::CUBLAS_OP_T } else { cublasOperation_t::CUBLAS_OP_N };
        let (alpha, beta) = (1.0f32, if product.adds { 1.0f32 } else { 0.0 });
        let out_type = if product.wide { cudaDataType_t::CUDA_R_32F } else { cudaDataType_t::CUDA_R_16BF };
        // SAFETY: the callers tell addresses and sizes of memory that they hold; alpha and beta live as long as the call.
        unsafe {
            result::gemm_ex(
                *self.blas.handle(),
                operation(product.turns.0),
                operation(product.turns.1),
                int(product.size.0)?,
                int(product.size.1)?,
                int(product.size.2)?,
                (&raw const alpha).cast::<c_void>(),
                product.left.0 as *const c_void,
                cudaDataType_t::CUDA_R_16BF,
                int(product.left.1)?,
                product.right.0 as *const c_void,
                cudaDataType_t::CUDA_R_16BF,
                int(product.right.1)?,
                (&raw const beta).cast::<c_void>(),
                product.out as *mut c_void,
                out_type,
                int(product.size.0)?,
                cublasComputeType_t::CUBLAS_COMPUTE_32F,
                cublasGemmAlgo_t::CUBLAS_GEMM_DEFAULT,
            )
        }
        .map_err(|why| fail(format!("cuBLAS: {why:?}")))
    }
}

/// What a kernel is told.
#[derive(Clone, Copy)]
pub enum Number {
    /// Where memory lies.
    At(u64),
    /// An `int`.
    Int(usize),
    /// A `long long`.
    Long(usize),
    /// A `float`.
    Real(f32),
}

enum Held {
    At(u64),
    Int(i32),
    Long(i64),
    Real(f32),
}

impl Number {
    fn held(self) -> Held {
        match self {
            Number::At(address) => Held::At(address),
            Number::Int(number) => Held::Int(number as i32),
            Number::Long(number) => Held::Long(number as i64),
            Number::Real(number) => Held::Real(number),
        }
    }
}

/// A product of two matrices of 16-bit floats. cuBLAS counts by columns, so that everything here, which lies row by row,
/// is turned for it: X·W is computed as Wᵀ·Xᵀ.
pub struct Product {
    /// Rows and columns of the result, and the length of the sums, as cuBLAS sees them.
    size: (usize, usize, usize),
    /// Which of the two are turned for cuBLAS.
    turns: (bool, bool),
    left: (u64, usize),
    right: (u64, usize),
    out: u64,
    wide: bool,
    adds: bool,
}

impl Product {
    fn new(size: (usize, usize, usize), turns: (bool, bool), left: (u64, usize), right: (u64, usize)) -> Product {
        Product { size, turns, left, right, out: 0, wide: false, adds: false }
    }

    /// Inputs (rows × from) times weights (from × to).
    pub fn forward(rows: usize, from: usize, to: usize, inputs: u64, weights: u64) -> Product {
        Product::new((to, rows, from), (false, false), (weights, to), (inputs, from))
    }

    /// Slopes by outputs (rows × to) times the weights (from × to) turned: slopes by inputs.
    pub fn backward(rows: usize, from: usize, to: usize, slopes: u64, weights: u64) -> Product {
        Product::new((from, rows, to), (true, false), (weights, to), (slopes, to))
    }

    /// Inputs (rows × from) turned times slopes by outputs (rows × to): slopes by weights.
    pub fn weights(rows: usize, from: usize, to: usize, inputs: u64, slopes: u64) -> Product {
        Product::new((to, from, rows), (false, true), (slopes, to), (inputs, from))
    }

    /// The result goes there, in 32-bit floats.
    pub fn into_wide(self, out: u64) -> Product {
        Product { out, wide: true, ..self }
    }

    /// The result goes there, in 16-bit floats.
    pub fn into_half(self, out: u64) -> Product {
        Product { out, wide: false, ..self }
    }

    /// The result is added to what is there.
    pub fn adding(self) -> Product {
        Product { adds: true, ..self }
    }
}
