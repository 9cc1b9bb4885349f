// Unpack the site's .pack files: tar archives in the USTAR format, compressed with gzip.

/** Return the content of gzipped bytes. */
export async function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the `wanted` files of a tar archive below a directory of Pyodide's file system. */
export function unpack(FS, tar, folder, wanted = () => true) {
  const made = new Set();
  for (const [name, content] of filesOf(tar)) {
    if (!wanted(name)) continue;
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, content.slice(), { canOwn: true });
  }
}

/** Yield the names and contents of the files in a tar archive. */
export function* filesOf(tar) {
  const decoder = new TextDecoder();
  const text = (from, length) => {
    const field = tar.subarray(from, from + length);
    const end = field.indexOf(0);
    return decoder.decode(end < 0 ? field : field.subarray(0, end));
  };
  // A header of 512 bytes before each file: the name at 0, the size in octal digits at 124, more of the name at 345.
  for (let at = 0; tar[at] !== 0; ) {
    const size = parseInt(text(at + 124, 12), 8);
    const name = [text(at + 345, 155), text(at, 100)].filter(Boolean).join("/");
    yield [name, tar.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
