project = "Documentation"
extensions = ["myst_parser"]
myst_enable_extensions = [
    "colon_fence",  # the callouts
    "tasklist",  # [x] as a box
    "strikethrough",  # ~~x~~
]
myst_heading_anchors = 6  # links to headings, as on GitHub
smartquotes = False  # else --flag becomes a dash
suppress_warnings = ["misc.highlighting_failure"]  # code that only looks like its language is shown without colours
