#!/usr/bin/env node
// Sees to it that there is a Chromium for the tests: installs Debian's as root where there is none,
// else says what is lost. Plain JavaScript for Node >= 18, no packages.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const usual = [
  process.env.PUPPETEER_EXECUTABLE_PATH,
  process.env.CHROME_PATH,
  ...(process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "chromium")),
  "/usr/bin/chromium",
];

function found() {
  return usual.some((path) => path !== undefined && path !== "" && existsSync(path));
}

function run(...command) {
  const [program, ...args] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { stdio: ["ignore", "ignore", 2], env }).status === 0;
}

if (!found() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  console.error("setup: installing Chromium for the tests (once) …");
  const install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"];
  if (!run(...install)) {
    run("apt-get", "update");
    run(...install);
  }
}
if (!found()) {
  console.error(
    "setup: there is no Chromium; tests that need it are skipped. Install one (Debian: apt-get install chromium) or set PUPPETEER_EXECUTABLE_PATH.",
  );
}
