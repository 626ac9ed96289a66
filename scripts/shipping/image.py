"""The container image: nothing but the program for musl and the licences, as an OCI layout in a tar archive."""

import datetime
import json

from shipping.notices import NAME, notices
from shipping.packed import gz, sha256, tar
from shipping.places import LICENCES, REPOSITORY, ROOT, SUMMARY, moment, version

LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
CONFIG = "application/vnd.oci.image.config.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"


def stamp():
    return datetime.datetime.fromtimestamp(moment(), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def image(binaries):
    """Name and bytes. `binaries` are programs for musl, by the name of the machine."""
    blobs, entries = {}, []

    def add(kind, data, **more):
        data = data if isinstance(data, bytes) else json.dumps(data, separators=(",", ":"), sort_keys=True).encode()
        blobs[f"blobs/sha256/{sha256(data)}"] = data
        return {"mediaType": kind, "digest": f"sha256:{sha256(data)}", "size": len(data), **more}

    labels = {"org.opencontainers.image.title": "tagdown", "org.opencontainers.image.description": SUMMARY,
              "org.opencontainers.image.version": version(), "org.opencontainers.image.source": REPOSITORY,
              "org.opencontainers.image.licenses": "MIT OR Apache-2.0", "org.opencontainers.image.created": stamp()}
    for machine, binary in sorted(binaries.items()):
        files = {"tagdown": (binary, 0o755), **{f"licenses/{name}": (ROOT / name).read_bytes() for name in LICENCES},
                 f"licenses/{NAME}": notices()}
        plain = tar(files)
        layer = add(LAYER, gz(plain))
        # A process without rights, which reads and writes what is mounted at /work as far as its owner allows.
        config = add(CONFIG, {"architecture": machine, "os": "linux", "created": stamp(),
                              "config": {"Entrypoint": ["/tagdown"], "Cmd": ["--help"], "User": "65532:65532",
                                         "WorkingDir": "/work", "Labels": labels},
                              "rootfs": {"type": "layers", "diff_ids": [f"sha256:{sha256(plain)}"]},
                              "history": [{"created": stamp(), "created_by": "scripts/release"}]})
        manifest = {"schemaVersion": 2, "mediaType": MANIFEST, "config": config, "layers": [layer], "annotations": labels}
        entries.append(add(MANIFEST, manifest, platform={"architecture": machine, "os": "linux"}))
    tag = {"org.opencontainers.image.ref.name": version()}
    if len(entries) > 1:
        entries = [add(INDEX, {"schemaVersion": 2, "mediaType": INDEX, "manifests": entries})]
    index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": [{**entry, "annotations": tag} for entry in entries]}
    files = {**blobs, "index.json": json.dumps(index, sort_keys=True).encode(), "oci-layout": b'{"imageLayoutVersion": "1.0.0"}'}
    return f"tagdown-v{version()}-oci.tar", tar(files)
