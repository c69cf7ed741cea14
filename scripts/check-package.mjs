#!/usr/bin/env node
// Checks what publint does not know of the built package: its size; that it has the character maps of
// PDFs with their licence and reads a Japanese PDF with them; that its import paths load, its catalog
// is there and its documents link to nothing that it lacks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
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
/** A user's code that reads formats without asking whether they are there. */
const FORMATS = `
import * as scraping from "dragline/scraper";
import * as converting from "dragline/converter";
const page = await scraping.createScraper().scrape("https://h.example/");
if (page.status === "completed") page.markdown.length;
const raw = await scraping.createScraper().scrape("https://h.example/", { formats: ["html"] });
if (raw.status === "completed") raw.html.length;
// @ts-expect-error -- it was not asked for
if (raw.status === "completed") raw.markdown;
converting.convert("<p>", { formats: ["text"] }).text.length;
`;
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

/**
 * As a strict program of a user that uses every import path, with neither the optional peers nor the
 * types of a browser, and that reads formats by the types of the calls.
 */
function checkDeclarations() {
  const folder = mkdtempSync(join(tmpdir(), "dragline-check-package-"));
  const names = faces.map(
    (path, at) => `import * as face${at} from "${path.replace(".", "dragline")}";`,
  );
  const all = faces.map((_, at) => `face${at}`).join(", ");
  writeFileSync(join(folder, "user.mts"), `${names.join("\n")}\nconsole.log(${all});\n${FORMATS}`);
  installDeclarations(join(folder, "node_modules"));
  const flags = ["--ignoreConfig", "--target", "es2023", "--lib", "es2024", "--types", "node"];
  const strict = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--skipLibCheck",
    "false",
    "--noEmit",
  ];
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  try {
    for (const resolution of ["node16", "nodenext", "bundler"]) {
      const module = resolution === "bundler" ? "esnext" : resolution;
      const how = ["--module", module, "--moduleResolution", resolution];
      const args = [tsc, ...flags, ...strict, ...how, "user.mts"];
      execFileSync(process.execPath, args, { cwd: folder, stdio: "inherit" });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What an installation has without the optional peers. */
function installDeclarations(modules) {
  const own = join(modules, "dragline");
  mkdirSync(join(own, "dist"), { recursive: true });
  copyFileSync(join(root, "package.json"), join(own, "package.json"));
  for (const file of globSync("dist/*.d.ts", { cwd: root })) {
    copyFileSync(join(root, file), join(own, file));
  }
  for (const name of [...Object.keys(manifest.dependencies), "@types/node"]) {
    const to = join(modules, name);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(join(root, "node_modules", name), to, "junction");
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
