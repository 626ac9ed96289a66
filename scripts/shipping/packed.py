"""Archives with the same bytes on every machine: sorted names, one time, no owner, no name of a system."""

import gzip
import hashlib
import io
import tarfile
import zipfile
import datetime

from shipping.places import moment


def tar(files, mode=None):
    """A tar archive of `files`: names with their bytes, or with a pair of bytes and mode. Folders are added."""
    out = io.BytesIO()
    folders = set()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            data, bits = files[name] if isinstance(files[name], tuple) else (files[name], mode or 0o644)
            parts = name.rstrip("/").split("/")
            # `./` is a folder of its own in the archives of Debian.
            for length in range(1, len(parts)):
                folder = "/".join(parts[:length])
                if folder not in folders:
                    folders.add(folder)
                    entry = tarfile.TarInfo(folder)
                    entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o755, moment()
                    archive.addfile(entry)
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(data), bits, moment()
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def gz(data):
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=9, mtime=0) as archive:
        archive.write(data)
    return out.getvalue()


def zip_file(files):
    """A zip archive, for Windows."""
    out = io.BytesIO()
    when = datetime.datetime.fromtimestamp(max(moment(), 315532800), datetime.timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            data, bits = files[name] if isinstance(files[name], tuple) else (files[name], 0o644)
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr, entry.compress_type = bits << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


def sha256(data):
    return hashlib.sha256(data).hexdigest()
