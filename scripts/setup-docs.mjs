#!/usr/bin/env node
// Sees to it that there is a set of real documentation for the tests of crawl and map: installs
// PostgreSQL's as root where apt has it and no set is here. Plain JavaScript for Node >= 18, no
// packages. Nothing may be removed for it, nor upgraded: Debian's nodejs-doc, for one, turns another
// distributor's Node out.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const docs = "/usr/share/doc";

function found() {
  if (!existsSync(docs)) return false;
  return readdirSync(docs)
    .filter((name) => /^(?:postgresql-doc-\d+|python3(?:\.\d+)?-doc)$/.test(name))
    .some((name) => existsSync(join(docs, name, "html", "index.html")));
}

function run(...command) {
  const [program, ...args] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { stdio: ["ignore", "ignore", 2], env }).status === 0;
}

function install() {
  const safely = ["--no-install-recommends", "--no-remove", "--no-upgrade"];
  // Debian 13, 12 and 11 have one of these each.
  return [17, 15, 13].some((version) =>
    run("apt-get", "install", "-qq", "-y", ...safely, `postgresql-doc-${version}`),
  );
}

if (!found() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  console.error("setup: installing PostgreSQL's documentation for the tests (once) …");
  if (!install()) {
    run("apt-get", "update", "-qq");
    install();
  }
}
if (!found()) {
  console.error(
    "setup: there is no documentation to crawl; tests that need it are skipped. Install some (Debian: apt-get install --no-remove postgresql-doc-15).",
  );
}
