#!/usr/bin/env node
// Fills package.json's author, repository, homepage and bugs:
//   npm run publisher -- https://forge.example/owner/dragline "Ada Example <ada@owner.example>"
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node-version.mjs";

const [address = "", author = ""] = process.argv.slice(2);
const url = URL.parse(address.replace(/(?:\.git)?\/*$/, ""));
if (url?.protocol !== "https:" || author === "") {
  console.error('usage: npm run publisher -- https://HOST/OWNER/NAME "NAME <MAIL>"');
  process.exit(2);
}
const file = join(root, "package.json");
const manifest = JSON.parse(readFileSync(file, "utf8"));
Object.assign(manifest, {
  author,
  repository: { type: "git", url: `git+${url.href}.git` },
  homepage: `${url.href}#readme`,
  bugs: { url: `${url.href}/issues` },
});
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
