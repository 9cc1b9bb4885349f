// Unpack the site's .pack files: tar archives in the plain old format, compressed with gzip.

/** The content of gzipped bytes. */
export async function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the `wanted` files of a tar archive below a folder of Pyodide's file system. */
export function unpack(FS, tar, folder, wanted = () => true) {
  const text = (from, length) => new TextDecoder().decode(tar.subarray(from, from + length)).replace(/\0.*$/s, "");
  const made = new Set();
  // A header of 512 bytes before each file: the name at 0, the size in octal digits at 124, more of the name at 345.
  for (let at = 0; tar[at] !== 0; ) {
    const size = parseInt(text(at + 124, 12), 8);
    const name = [text(at + 345, 155), text(at, 100)].filter(Boolean).join("/");
    if (wanted(name)) {
      const path = `${folder}/${name}`;
      const parent = path.slice(0, path.lastIndexOf("/"));
      if (!made.has(parent)) FS.mkdirTree(parent);
      made.add(parent);
      FS.writeFile(path, tar.slice(at + 512, at + 512 + size), { canOwn: true });
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
