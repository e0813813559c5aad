//! Numbers of paper 001 on made-up runs.
