#!/usr/bin/env node
// Checks what publint does not know of the built package: its size; that it has the character maps of
// PDFs with their licence and reads a Japanese PDF with them; that its import paths load, its catalog
// is there and its documents link to nothing that it lacks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./node-version.mjs";
import { madePdf, shown } from "../test/rooms/scraper/made-pdf.ts";

/** An import path of what was built; the sources are left alone. */
const built = (name) => import(new URL(`../dist/${name}.js`, import.meta.url).href);
const { createFetcher } = await built("fetcher");
const { createScraper } = await built("scraper");
const { createSite } = await built("testing");
const { builtInCatalog } = await built("wire");

/** Of the package: what one who installs it loads and keeps. */
const [MOST_FILES, MOST_BYTES, MOST_UNPACKED] = [800, 3_000_000, 12_000_000];
/** What is for those who change the code, and only the repository has. */
const OF_THE_REPOSITORY = /^(?:(?:src|test)(?:\/|$)|CONTRIBUTING\.md$|docs\/architecture\.md$)/;

const list = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "ignore"],
  shell: process.platform === "win32",
});
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [packed] = JSON.parse(list);
const paths = packed.files.map(({ path }) => path);
const folders = new Set(paths.flatMap((path) => foldersOf(path)));
const dead = paths.filter((path) => path.endsWith(".md")).flatMap((path) => deadLinks(path));
assert.deepEqual(dead, []);
for (const name of ["character-maps.br", "character-maps-LICENSE", "catalog.json.br", "bin.js"]) {
  assert.ok(paths.includes(`dist/${name}`), name);
}
assert.ok(paths.length <= MOST_FILES, `${paths.length} files`);
assert.ok(packed.size <= MOST_BYTES, `${packed.size} bytes packed`);
assert.ok(packed.unpackedSize <= MOST_UNPACKED, `${packed.unpackedSize} bytes unpacked`);

const font = { encoding: "90ms-RKSJ-H", ordering: "Japan1" };
const content = shown("<8d608e71>", [60, 760], { font: "F3" });
const headers = { "content-type": "application/pdf" };
await using site = await createSite({ "/": { headers, body: madePdf([{ content }], font) } });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
const result = await scraper.scrape(site.url("/"));
assert.equal(result.markdown?.trim(), "港子");
const faces = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));
await Promise.all(faces.map((path) => import(path.replace(".", "dragline"))));
const catalog = await builtInCatalog();
assert.ok(catalog.sites().length > 50);
checkDeclarations();
const files = `${paths.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`;
console.log(files);

/** As a program of a user that uses every import path. */
function checkDeclarations() {
  const folder = mkdtempSync(join(root, "node_modules", ".check-package-"));
  const names = faces.map(
    (path, at) => `import * as face${at} from "${path.replace(".", "dragline")}";`,
  );
  const all = faces.map((_, at) => `face${at}`).join(", ");
  writeFileSync(join(folder, "user.mts"), `${names.join("\n")}\nconsole.log(${all});\n`);
  const flags = [
    "--ignoreConfig",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--strict",
    "--noEmit",
  ];
  const lib = ["--lib", "es2024,esnext.disposable,dom,dom.iterable", "--types", "node"];
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  try {
    const args = [tsc, ...flags, ...lib, join(folder, "user.mts")];
    execFileSync(process.execPath, args, { cwd: folder, stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function foldersOf(path) {
  const parts = path.split("/");
  return parts.map((_, count) => parts.slice(0, count).join("/"));
}

/** Links of a page of the package to files and folders that the package does not have. */
function deadLinks(page) {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  const links = text.replaceAll(/`[^`\n]*`/g, "").matchAll(/\]\(([^()\s#]+)[^()]*\)/g);
  return [...links].flatMap(([, target]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const path = posix.join(posix.dirname(page), target).replace(/\/$/, "");
    const isThere = paths.includes(path) || folders.has(path) || OF_THE_REPOSITORY.test(path);
    return isThere ? [] : [`${page}: ${target}`];
  });
}
