project = "Documentation"
extensions = ["myst_parser"]
myst_enable_extensions = [
    "colon_fence",  # the callouts
    "tasklist",  # [x] as a checkbox
    "strikethrough",  # ~~x~~
    "html_image",  # <img> finds its file
]
myst_heading_anchors = 6  # links to headings, as on GitHub
myst_footnote_transition = False  # otherwise, a rule above the footnotes is one too many
html_scaled_image_link = False  # otherwise, an image with a width is a link to itself
smartquotes = False  # otherwise, --flag becomes a dash
suppress_warnings = [
    "misc.highlighting_failure",  # code that does not parse is shown without colours
    "ref.footnote",  # a footnote that nothing refers to
    "myst.strikethrough",  # other outputs than HTML show ~~x~~ as plain text
    "myst.header",  # a heading may skip a level: H2, then H4
    "myst.duplicate_def",  # a link that is defined twice leads where the first definition says
    "myst.xref_missing",  # an anchor in HTML; `tagdown check` finds links that lead nowhere
]
