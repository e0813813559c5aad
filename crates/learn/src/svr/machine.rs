use std::io::{self, Write};

use libsvm_rs::io::{LoadOptions, load_model_from_reader_with_options, save_model_to_writer};
use libsvm_rs::predict::predict_values;
use libsvm_rs::solver::{Solver, SolverVariant};
use libsvm_rs::{
    KernelType, SvmError, SvmModel, SvmNode, SvmParameter, SvmProblem, SvmType, check_parameter, set_quiet,
};

use super::matrix::Matrix;
use super::merged::Points;
use super::{Examples, Parameters, Solver as Way, SvrError};

/// A trained ν-SVR, in `f64`, as LIBSVM has it: model files of LIBSVM read and write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    model: SvmModel,
    width: usize,
}

impl Machine {
    /// Learns from examples, which should be scaled. The result is that of `svm-train -s 4 -t 2`; where equal examples are
    /// [put together](Way::Merged), within the tolerance, and with one support vector for all equal rows.
    ///
    /// It cannot be stopped on the way: 20,000 examples take from seconds to a minute.
    pub fn train(examples: &Examples, parameters: &Parameters) -> Result<Machine, SvrError> {
        parameters.check()?;
        if examples.is_empty() {
            return Err(SvrError::TooFew { found: 0, needed: 1 });
        }
        let parameter = SvmParameter {
            svm_type: SvmType::NuSvr,
            kernel_type: KernelType::Rbf,
            gamma: parameters.gamma,
            c: parameters.cost,
            nu: parameters.nu,
            eps: parameters.tolerance,
            cache_size: parameters.cache,
            ..SvmParameter::default()
        };
        let (support, rho) = match parameters.solver {
            Way::Libsvm => {
                let problem =
                    SvmProblem { labels: examples.labels().to_vec(), instances: examples.rows().map(nodes).collect() };
                check_parameter(&problem, &parameter).map_err(|why| SvrError::Parameter(why.to_string()))?;
                // It would tell of its iterations on standard error.
                set_quiet(true);
                let (coefficients, rho) = solve(examples, &parameter);
                (coefficients.into_iter().enumerate().collect(), rho)
            }
            Way::Merged => {
                let points = Points::of(examples);
                let (coefficients, rho) = points.solve(examples, parameters);
                (points.first().iter().copied().zip(coefficients).collect::<Vec<_>>(), rho)
            }
        };
        let support = || support.iter().filter(|(_, coefficient)| coefficient.abs() > 0.0);
        let model = SvmModel {
            param: parameter,
            nr_class: 2,
            sv: support().map(|&(example, _)| nodes(examples.row(example))).collect(),
            sv_coef: vec![support().map(|&(_, coefficient)| coefficient).collect()],
            rho: vec![rho],
            sv_indices: support().map(|(example, _)| example + 1).collect(),
            prob_a: Vec::new(),
            prob_b: Vec::new(),
            prob_density_marks: Vec::new(),
            label: Vec::new(),
            n_sv: Vec::new(),
        };
        Ok(Machine { model, width: examples.width() })
    }

    /// The value for a row, scaled as the examples were. Slow: see [`Dense`](super::Dense).
    pub fn predict(&self, row: &[f64]) -> Result<f64, SvrError> {
        if row.len() != self.width {
            return Err(SvrError::Width { found: row.len(), needed: self.width });
        }
        Ok(predict_values(&self.model, &nodes(row), &mut [0.0]))
    }

    /// Numbers in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// γ.
    pub fn gamma(&self) -> f64 {
        self.model.param.gamma
    }

    /// ρ, which is subtracted.
    pub fn rho(&self) -> f64 {
        self.model.rho[0]
    }

    /// Number of support vectors.
    pub fn support_vectors(&self) -> usize {
        self.model.sv.len()
    }

    /// Each support vector's coefficient and row.
    pub fn support(&self) -> impl Iterator<Item = (f64, Vec<f64>)> {
        self.model.sv_coef[0].iter().zip(&self.model.sv).map(|(&coefficient, vector)| {
            let mut row = vec![0.0; self.width];
            for node in vector {
                row[node.index as usize - 1] = node.value;
            }
            (coefficient, row)
        })
    }

    /// Writes a model file of LIBSVM. (It keeps eight digits of the features, as LIBSVM does.)
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_model_to_writer(out, &self.model).map_err(|why| match why {
            SvmError::Io(why) => why,
            other => io::Error::other(other.to_string()),
        })
    }

    /// Reads a model file of LIBSVM, for so many features. An error goes after the file's name and a colon.
    pub fn read(text: &str, width: usize) -> Result<Machine, SvrError> {
        let wrong = |why: String| SvrError::File(format!("not a ν-SVR model of LIBSVM: {why}"));
        // All that is needed is in memory already; lines are as long as the file at most.
        let limits = LoadOptions { max_bytes: u64::MAX, max_line_len: text.len(), ..LoadOptions::default() };
        let model =
            load_model_from_reader_with_options(text.as_bytes(), &limits).map_err(|why| wrong(why.to_string()))?;
        let SvmParameter { svm_type, kernel_type, gamma, .. } = model.param;
        if svm_type != SvmType::NuSvr || kernel_type != KernelType::Rbf {
            return Err(wrong("svm_type must be nu_svr and kernel_type rbf (svm-train -s 4 -t 2)".to_string()));
        }
        if gamma <= 0.0 {
            return Err(wrong(format!("gamma {gamma} is not above 0")));
        }
        if model.nr_class != 2 || model.sv_coef.len() != 1 || model.rho.len() != 1 {
            return Err(wrong("a regression has nr_class 2, one rho and one coefficient for each vector".to_string()));
        }
        // The reader stops at the number that the file tells.
        let lines = text.lines().map(str::trim).skip_while(|line| *line != "SV").skip(1);
        let found = lines.filter(|line| !line.is_empty()).count();
        if found != model.sv.len() {
            return Err(wrong(format!("total_sv is {}, but {found} vectors follow", model.sv.len())));
        }
        let indices = || model.sv.iter().flatten().map(|node| node.index);
        if let Some(index) = indices().find(|&index| index < 1 || index as usize > width) {
            return Err(wrong(format!("it has a feature {index}, allowed are 1 to {width}")));
        }
        Ok(Machine { model, width })
    }
}

/// The coefficient of every example, and ρ: `solve_nu_svr` of LIBSVM.
fn solve(examples: &Examples, parameter: &SvmParameter) -> (Vec<f64>, f64) {
    let (count, cost) = (examples.len(), parameter.c);
    let mut alpha = vec![0.0; 2 * count];
    let mut left = cost * parameter.nu * count as f64 / 2.0;
    for example in 0..count {
        let share = left.min(cost);
        (alpha[example], alpha[example + count]) = (share, share);
        left -= share;
    }
    let linear: Vec<f64> =
        examples.labels().iter().map(|label| -label).chain(examples.labels().iter().copied()).collect();
    let signs: Vec<i8> = (0..2 * count).map(|variable| if variable < count { 1 } else { -1 }).collect();
    let matrix = Box::new(Matrix::new(examples, parameter.gamma, parameter.cache_size));
    let (tolerance, shrinking) = (parameter.eps, parameter.shrinking);
    let solved = Solver::solve(
        SolverVariant::Nu,
        2 * count,
        matrix,
        &linear,
        &signs,
        &mut alpha,
        cost,
        cost,
        tolerance,
        shrinking,
    );
    let (up, down) = alpha.split_at(count);
    (up.iter().zip(down).map(|(up, down)| up - down).collect(), solved.rho)
}

/// A row as LIBSVM has it: zeros are left out.
fn nodes(row: &[f64]) -> Vec<SvmNode> {
    let nodes = row.iter().zip(1..).map(|(&value, index)| SvmNode { index, value });
    nodes.filter(|node| node.value != 0.0).collect()
}
