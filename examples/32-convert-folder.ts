// Convert a folder of saved pages to markdown, on all cores.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createConverterPool } from "dragline/converter";

const folder = await mkdtemp(join(tmpdir(), "dragline-pages-"));
const from = join(folder, "pages");
const to = join(folder, "markdown");
await mkdir(join(from, "ports"), { recursive: true });
await writeFile(join(from, "tides.html"), "<h1>Tides</h1><p>High water at <b>six</b>.");
await writeFile(join(from, "ports", "quay.html"), "<h1>Quay</h1><p>Depth: 4.1&nbsp;m.");
const latin1 = "<meta charset=iso-8859-1><h1>Fähre</h1><p>Die Fähre fährt stündlich.";
await writeFile(join(from, "ports", "ferry.html"), Buffer.from(latin1, "latin1"));

// #region convert
await using pool = createConverterPool({}, { pageTimeoutMs: 10_000 });

const names = await readdir(from, { recursive: true });
const files = names.filter((name) => name.endsWith(".html")).values();

async function convertFiles(): Promise<void> {
  for (const file of files) {
    // Bytes of their own: they are given to the thread, which finds their encoding as browsers do.
    const bytes = new Uint8Array(await readFile(join(from, file)));
    const { markdown } = await pool.convert(bytes);
    const target = join(to, file.replace(/\.html$/, ".md"));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, markdown);
  }
}

// Two files in hand for each core: one is read or written while the other is converted.
await Promise.all(Array.from({ length: 2 * availableParallelism() }, convertFiles));
// #endregion

const written = await readdir(to, { recursive: true });
for (const name of written.filter((each) => each.endsWith(".md")).toSorted()) {
  console.log(`--- ${name.replaceAll("\\", "/")}\n${await readFile(join(to, name), "utf8")}`);
}
await rm(folder, { recursive: true });
