//! Kirifuda for Python. The package `kirifuda` (folder `python`) adds what is easier said in Python: its functions and
//! classes are documented there, and in `docs/python.md`.

mod batch;
mod convert;
mod errors;
mod game;
mod lab;
mod player;
mod records;
mod runs;
mod state;
mod training;

/// The part of the package that is compiled.
#[pyo3::pymodule(gil_used = false)]
mod _kirifuda {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::errors::{IllegalAction, KirifudaError, PlayerError};
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::lab::{do_step, keep_steps, run_reproduction, steps_due, steps_kept};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::records::{Records, decisions, model_about};
    #[pymodule_export]
    use crate::runs::{merge_parts, play_match, play_moves, play_part, play_tournament, replay_moves};
    #[pymodule_export]
    use crate::state::{State, View, restore_state, restore_view};
    #[pymodule_export]
    use crate::training::run_training;
}
