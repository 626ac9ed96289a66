//! The picture in the README is what the tool prints: a terminal as SVG, light and dark. `UPDATE_DOCS=1 cargo test --test
//! picture` draws it again.

use std::fs;
use std::path::Path;
use std::process::Command;

use anstyle_svg::{Palette, Term};

/// The colours of a light terminal: readable on white.
const LIGHT: [[u8; 3]; 16] = [
    [36, 41, 47],
    [207, 34, 46],
    [17, 99, 41],
    [125, 78, 0],
    [9, 105, 218],
    [130, 80, 223],
    [27, 124, 131],
    [110, 119, 129],
    [87, 96, 106],
    [164, 14, 38],
    [26, 127, 55],
    [99, 60, 1],
    [33, 139, 255],
    [164, 117, 249],
    [49, 146, 170],
    [140, 149, 159],
];

/// The colours of a dark terminal.
const DARK: [[u8; 3]; 16] = [
    [72, 79, 88],
    [255, 123, 114],
    [63, 185, 80],
    [210, 153, 34],
    [88, 166, 255],
    [188, 140, 255],
    [57, 197, 207],
    [177, 186, 196],
    [110, 118, 129],
    [255, 161, 152],
    [86, 211, 100],
    [227, 179, 65],
    [121, 192, 255],
    [210, 168, 255],
    [86, 212, 221],
    [240, 246, 252],
];

fn terminal(colours: [[u8; 3]; 16], text: [u8; 3], background: [u8; 3]) -> Term {
    let colour = |[r, g, b]: [u8; 3]| anstyle::RgbColor(r, g, b);
    let palette = Palette(colours.map(colour));
    Term::new().palette(palette).fg_color(colour(text).into()).bg_color(colour(background).into())
}

#[test]
fn the_picture_is_what_the_tool_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository");
    let command = "check examples/draft/upload.md";
    let output = Command::new(env!("CARGO_BIN_EXE_tagdown"))
        .args(["--no-config", "--color", "always"])
        .args(command.split(' '))
        .current_dir(&root)
        .env("FORCE_HYPERLINK", "0")
        .output()
        .expect("tagdown runs");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let shown = format!("\x1b[1m$ tagdown {command}\x1b[0m\n{}", printed.trim_end());
    for (name, term) in [
        ("check-light.svg", terminal(LIGHT, [36, 41, 47], [246, 248, 250])),
        ("check-dark.svg", terminal(DARK, [230, 237, 243], [22, 27, 34])),
    ] {
        let path = root.join("docs/images").join(name);
        let drawn = term.render_svg(&shown);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::create_dir_all(root.join("docs/images")).expect("a folder");
            fs::write(&path, &drawn).expect("the picture");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == drawn, "{name}: run UPDATE_DOCS=1 cargo test --test picture");
    }
}
