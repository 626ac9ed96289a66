"""Follows the links of a built site: every link that works on GitHub must lead to a page, a heading or a file, every
address in the text must be a link, and every image must be there."""

import posixpath
import re
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from bs4 import BeautifulSoup


def github_page(text):
    """A source as GitHub reads it, with its links."""
    import cmarkgfm
    from cmarkgfm.cmark import Options
    html = cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES)
    return BeautifulSoup(html, "html5lib")


def is_outside(address):
    return bool(re.match(r"[a-zA-Z][\w+.-]*:|//", address))


class Site:
    """The files of a built site. `pages` maps the names of pages to their files."""

    def __init__(self, root, pages):
        self.root, self.pages, self.anchors = Path(root), pages, {}

    def file(self, path):
        """The file that a server sends for a path."""
        path = unquote(path).lstrip("/")
        for each in (path, f"{path}/index.html", f"{path}.html"):
            if path != "" and (self.root / each).is_file() or path == "" and (self.root / "index.html").is_file():
                return self.root / (each if path else "index.html")
        return None

    def ids(self, file):
        if file not in self.anchors:
            soup = BeautifulSoup(file.read_text(errors="replace"), "html5lib")
            self.anchors[file] = ({tag["id"] for tag in soup.find_all(id=True)} |
                                  {tag["name"] for tag in soup.find_all("a", attrs={"name": True})})
        return self.anchors[file]

    def is_dead(self, page, address):
        """Why a relative address on a page leads nowhere; None if it works."""
        here = "/" + posixpath.relpath(self.pages[page], self.root)
        # A server shows the index of a folder under the name of the folder.
        here = re.sub(r"(^|/)index\.html$", r"\1", here)
        parts = urlsplit(urljoin(here, address))
        file = self.pages[page] if address.startswith("#") else self.file(parts.path)
        if file is None:
            return "no such file"
        anchor = unquote(parts.fragment)
        if anchor and file.suffix == ".html" and anchor not in self.ids(file):
            return "no such anchor"
        return None


def check(site, renderer, sources):
    """The faults of a site as (page, text), and the numbers of links and images that work."""
    found, links, images = [], 0, 0
    for page, text in sources.items():
        if page not in site.pages:
            found.append((page, "no page was created"))
            continue
        soup = BeautifulSoup(site.pages[page].read_text(errors="replace"), "html5lib")
        body = soup.select_one(renderer.main) if renderer.main else soup.body
        source = github_page(text)
        for selector in (*renderer.drop, ".header-anchor", "a.hash-link", "a.headerlink"):
            for each in body.select(selector):
                each.decompose()
        there = [link["href"].strip() for link in body.find_all("a", href=True)]
        shown = [image.get("src", "") for image in body.find_all("img")]
        for href in dict.fromkeys(there):
            is_hidden = renderer.hides_files and re.search(r"\.(csv|txt|zip|pdf)$", href)
            fault = None if is_outside(href) or is_hidden else site.is_dead(page, href)
            links += fault is None
            if fault:
                found.append((page, f"link `{href}`: {fault}"))
        for src in shown:
            fault = None if is_outside(src) else site.is_dead(page, src)
            images += fault is None
            if fault:
                found.append((page, f"image `{src}`: {fault}"))
        for each in source.select("sup.footnote-ref, section.footnotes"):
            each.decompose()
        # `<host:port>` is shown as it is written, and browsers have no FTP; `www.` alone is no address.
        odd = re.compile(r"(?!https?:|mailto:|tel:|urn:)[a-zA-Z][\w+.-]*:|http://www$|#?$")
        wanted = [link["href"] for link in source.find_all("a", href=True) if not odd.match(link["href"])]
        arrived = {unquote(href).rstrip("/") for href in there}
        found += [(page, f"`{href}` is not a link") for href in dict.fromkeys(wanted)
                  if is_outside(href) and unquote(href).rstrip("/") not in arrived]
        if len(there) < len(wanted):
            found.append((page, f"{len(wanted)} links became {len(there)}"))
        if len(shown) < len(source.find_all("img")):
            found.append((page, f"{len(source.find_all('img'))} images became {len(shown)}"))
        alts = {image.get("alt", "") for image in source.find_all("img")} - {image.get("alt", "") for image in body.find_all("img")}
        found += [(page, f"no image has the text `{alt}`") for alt in sorted(alts)]
    return found, links, images
