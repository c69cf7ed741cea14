#!/usr/bin/env node
// Checks what publint does not know of the built package: it has the character maps of PDFs with
// their licence, and dist/ reads a Japanese PDF with them; its documents link to nothing that it lacks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./node-version.mjs";
import { createFetcher } from "../dist/fetcher/index.js";
import { createScraper } from "../dist/scraper/index.js";
import { createSite } from "../dist/testing/index.js";
import { madePdf, shown } from "../test/rooms/scraper/made-pdf.ts";

const folder = "dist/scraper/pdf/cmaps";
const list = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
  stdio: ["ignore", "pipe", "ignore"],
  shell: process.platform === "win32",
});
const paths = JSON.parse(list)[0].files.map(({ path }) => path);
const folders = new Set(paths.flatMap((path) => foldersOf(path)));
const dead = paths.filter((path) => path.endsWith(".md")).flatMap((path) => deadLinks(path));
assert.deepEqual(dead, []);
const packed = paths.filter((path) => path.startsWith(`${folder}/`));
const given = readdirSync(join(root, "node_modules", "pdfjs-dist", "cmaps"));
assert.deepEqual(packed.map((path) => path.slice(folder.length + 1)).toSorted(), given.toSorted());
assert.ok(given.includes("LICENSE"));

const font = { encoding: "90ms-RKSJ-H", ordering: "Japan1" };
const content = shown("<8d608e71>", [60, 760], { font: "F3" });
const headers = { "content-type": "application/pdf" };
await using site = await createSite({ "/": { headers, body: madePdf([{ content }], font) } });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });
const result = await scraper.scrape(site.url("/"));
assert.equal(result.markdown?.trim(), "港子");
console.log(`${packed.length} files in ${folder}`);

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
    return paths.includes(path) || folders.has(path) ? [] : [`${page}: ${target}`];
  });
}
