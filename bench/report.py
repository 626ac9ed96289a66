"""Writes the results of `bench/run` as a table and as a chart, and into the README and the manual."""

import html
import pathlib
import re
import textwrap

# What the issue of speed asks for, as ratios to the floor.
GOALS = {"check, concise": 2.6, "fmt --check": 2.5, "check --fix": 5, "render --to html": 10}
# The section of the README, and what it says below its table.
SECTION = """## Speed

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="docs/images/speed-dark.svg">
  <img alt="CPU time of tagdown and its peers, as ratios to parsing the same documents" src="docs/images/speed-light.svg">
</picture>

"""
HOW = "Made by `bench/run`, see [speed](docs/speed.md). The floor only walks, reads and parses the same documents. "
PEERS_DO = "Peers do other work: general rules for Markdown, or HTML from Markdown."
COLOURS = {
    "light": {"ink": "#22262c", "muted": "#5a616b", "tagdown": "#0f5c9c", "peer": "#b9bdc4", "floor": "#835100"},
    "dark": {"ink": "#dfe2e7", "muted": "#a3aab5", "tagdown": "#7fb8f0", "peer": "#575d68", "floor": "#e3b565"},
}


def number(value):
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def about(result):
    """How the figures were made."""
    sizes = result["sizes"]
    main = next(iter(sizes))
    count, total = sizes[main]
    pages, bytes_of = sizes["packages"]
    lines = [
        f"{count:,} tagged documents with {total / 1e6:.0f} MB and {result['findings']} findings each.",
        f"{pages:,} documents of packages with {bytes_of / 1e6:.0f} MB.",
        f"CPU time (user and system) on one processor, {result['rounds']} rounds in turns: best times, median ratios; load {result['load']:.0f}.",
        "The floor walks, reads and parses the same documents with pulldown-cmark.",
        PEERS_DO,
    ]
    if result["missing"]:
        lines.append("Not measured: " + "; ".join(result["missing"]) + ".")
    return lines


def tables(result):
    """The tables as Markdown."""
    rows = [run for run in result["runs"] if run["group"] != "floor"]
    sizes = result["sizes"]
    out = ["| run | times the floor | goal | CPU s | MB/s | memory, MB |", "|---|---|---|---|---|---|"]
    for run in rows:
        total = sizes[run["documents"]][1] / 1e6
        goal = GOALS.get(run["name"])
        out.append(f"| {run['name']} | {number(run['ratio'])} | {f'at most {goal}' if goal else ''} | {run['seconds']:.2f} | "
                   f"{total / run['seconds']:.0f} | {run['memory']:.0f} |")
    convert = next((run for run in rows if run["name"] == "convert"), None)
    if convert:
        pages = sizes[convert["documents"]][1] / 12_000 / convert["seconds"]
        out += ["", f"`convert` does {pages:.0f} pages of 12 KB in a CPU second."]
    starts = [f"| {name} | {value:.1f} |" for name, value in result["starts"].items()]
    out += ["", "| one file of 25 KB, start to exit | CPU ms |", "|---|---|", *starts]
    served = [f"| {name} | {value:.1f} |" for name, value in result["servers"].items()]
    out += ["", "| servers | CPU ms |", "|---|---|", *served]
    out += ["", "| growth, one file | exponent | 1 MB, s | 10 MB, s | 100 MB, s | memory at 100 MB |", "|---|---|---|---|---|---|"]
    for name, found in result["growth"].items():
        times = " | ".join(f"{seconds:.3f}" for seconds, _ in found["points"])
        out.append(f"| {name} | {found['exponent']:.2f} | {times} | {found['points'][-1][1]:.0f} MB |")
    return "\n".join(out) + "\n"


def chart(result, theme):
    """Bars, as ratios to the floor. The scale is logarithmic: a grid line is at each power of ten."""
    import math

    colours = COLOURS[theme]
    rows = [run for run in result["runs"] if run["group"] != "floor" and run["name"] != "convert"]
    rows.sort(key=lambda run: run["ratio"])
    left, width, line, top = 200, 460, 24, 46
    least = 0.1
    most = 10 ** math.ceil(math.log10(max(run["ratio"] for run in rows)))

    def at(ratio):
        return left + width * (math.log10(max(ratio, least)) - math.log10(least)) / (math.log10(most) - math.log10(least))

    height = top + line * len(rows) + 16
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{height}" viewBox="0 0 760 {height}" role="img" '
           f'font-family="system-ui, sans-serif" font-size="13" fill="{colours["ink"]}">',
           "<title>CPU time of tagdown and its peers, as ratios to parsing the same documents</title>",
           f'<text x="{left}" y="18" fill="{colours["muted"]}">CPU time, times that of only parsing the same documents</text>']
    power = least
    while power <= most * 1.01:
        label = f"{power:g}"
        colour = colours["floor"] if abs(power - 1) < 0.01 else colours["muted"]
        out.append(f'<line x1="{at(power):.1f}" y1="{top - 6}" x2="{at(power):.1f}" y2="{height - 12}" stroke="{colour}" '
                   f'stroke-opacity="{1 if label == "1" else 0.25}"/>')
        out.append(f'<text x="{at(power):.1f}" y="{top - 12}" text-anchor="middle" fill="{colour}" font-size="11">{label}</text>')
        power *= 10
    for index, run in enumerate(rows):
        y = top + index * line
        out.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{html.escape(run["name"])}</text>')
        out.append(f'<rect x="{left}" y="{y + 3}" width="{max(at(run["ratio"]) - left, 1):.1f}" height="15" rx="2" '
                   f'fill="{colours["tagdown" if run["group"] == "tagdown" else "peer"]}"/>')
        out.append(f'<text x="{at(run["ratio"]) + 6:.1f}" y="{y + 15}" fill="{colours["muted"]}">{number(run["ratio"])}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def in_readme(result):
    """The short table for the README."""
    rows = {run["name"]: run for run in result["runs"] if run["group"] != "floor"}
    wanted = ["check, concise", "check --fix", "fmt --check", "read --budget 4000", "render --to html", "rumdl check", "markdownlint-cli2",
              "mdBook to HTML", "Hugo to HTML"]
    shown = [rows[name] for name in wanted if name in rows]
    lines = ["| run | times the floor | memory, MB |", "|---|---|---|"]
    lines += [f"| {run['name']} | {number(run['ratio'])} | {run['memory']:.0f} |" for run in shown]
    return "\n".join(lines) + "\n"


def replace(path, text, start=""):
    """Replaces what is between the marks of a page. A page without marks gets them, below `start`, above its last section."""
    page = path.read_text()
    marked = re.compile(r"(<!-- bench/run -->\n).*?(<!-- end of bench/run -->\n)", re.S)
    if not marked.search(page):
        at = page.rindex("\n## ") + 1
        page = f"{page[:at]}{start}<!-- bench/run -->\n<!-- end of bench/run -->\n\n{page[at:]}"
    path.write_text(marked.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page))


def write(result, home, repository):
    text = tables(result)
    lines = about(result)
    (home / "result.md").write_text(" ".join(lines) + "\n\n" + text)
    (home / "result.svg").write_text(chart(result, "light"))
    print(text)
    if repository:
        images = pathlib.Path(repository) / "docs" / "images"
        for theme in COLOURS:
            (images / f"speed-{theme}.svg").write_text(chart(result, theme))
        replace(repository / "README.md", in_readme(result) + "\n" + "\n".join(textwrap.wrap(HOW + " ".join(lines[:3]), 118)), SECTION)
        replace(repository / "docs" / "speed.md", "**[SPEC]**\n- " + "\n- ".join(lines) + "\n\n" + text)
