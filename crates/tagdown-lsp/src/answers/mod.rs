//! The answers: one file per request, or per group of requests about the same thing.

pub(crate) mod pull;
