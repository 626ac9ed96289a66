//! Where a page starts, as a short text.

use std::fmt;
use std::str::FromStr;

/// Where a page starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// How many blocks come before it.
    pub block: usize,
    /// How many bytes of the block's text come before it.
    pub offset: usize,
    /// A short hash of the blocks that the previous page was made from.
    pub stamp: Option<u16>,
}

impl fmt::Display for Cursor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.block)?;
        if self.offset > 0 {
            write!(out, "+{}", self.offset)?;
        }
        self.stamp.map_or(Ok(()), |stamp| write!(out, "@{stamp:04x}"))
    }
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (place, stamp) = text.split_once('@').map_or((text, None), |(place, stamp)| (place, Some(stamp)));
        let (block, offset) = place.split_once('+').unwrap_or((place, "0"));
        let stamp = stamp.map(|stamp| u16::from_str_radix(stamp, 16)).transpose();
        match (block.parse(), offset.parse(), stamp) {
            (Ok(block), Ok(offset), Ok(stamp)) => Ok(Cursor { block, offset, stamp }),
            _ => Err("use 0 for the first page, or the cursor shown on the previous page".to_owned()),
        }
    }
}
