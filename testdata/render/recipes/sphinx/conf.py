project = "Documentation"
extensions = ["myst_parser"]
myst_enable_extensions = [
    "colon_fence",  # the callouts
    "tasklist",  # [x] as a checkbox
    "strikethrough",  # ~~x~~
]
myst_heading_anchors = 6  # links to headings, as on GitHub
smartquotes = False  # otherwise, --flag becomes a dash
suppress_warnings = ["misc.highlighting_failure"]  # code that does not parse is shown without colours
