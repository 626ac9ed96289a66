"""Makes PDF and DOCX files from rendered documents, as the manual says, and looks for the words of the source in them."""

import re
import subprocess
import zipfile
from . import sites


def words(text):
    """The words of lines of content, without their places and images."""
    plain = re.sub(r"(?m)^[a-z.0-9/]+: |!\[[^\]]*\]\([^)]*\)", " ", text)
    return set(re.findall(r"(?<![\w/.])[A-Za-z]{4,}(?![\w/])", plain))


def check(folder, pages, expected):
    """The faults of the papers of some pages. `expected` has the lines of each page as an independent parser reads them."""
    sites.recipe("pandoc", folder)
    sites.write(folder, pages)
    faults = []
    env = {"PATH": f"{sites.BIN}:/usr/bin:/bin"}
    for name in pages:
        for kind in ("docx", "pdf"):
            paper = folder / f"{name}.{kind}"
            try:
                sites.run([sites.pandoc_binary(), "--defaults", f"{kind}.yaml", "-o", paper, f"{name}.md"], folder, env=env)
            except (sites.Failed, subprocess.TimeoutExpired) as problem:
                if "weasyprint" in str(problem) and "cannot load library" in str(problem):
                    print(f"SKIPPED: {kind} of {name}: a library that weasyprint needs is missing")
                    continue
                faults.append(f"{name}.{kind}: {str(problem).strip().splitlines()[-1]}")
                continue
            read = text_of_docx(paper) if kind == "docx" else text_of_pdf(paper)
            # A line may end inside a word.
            whole = "".join(read.split())
            faults += [f"{name}.{kind}: `{word}` is missing" for word in sorted(words(expected[name])) if word not in whole][:5]
            if kind == "docx" and zipfile.ZipFile(paper).read("word/document.xml").count(b"w:tcBorders") < pages[name].count("{.callout-"):
                faults.append(f"{name}.docx: not every callout is a box")
    return faults


def text_of_docx(paper):
    return sites.run([sites.pandoc_binary(), "--from", "docx", "--to", "plain", "--wrap", "none", paper], paper.parent)


def text_of_pdf(paper):
    from pypdfium2 import PdfDocument
    return "\n".join(page.get_textpage().get_text_range() for page in PdfDocument(paper))
