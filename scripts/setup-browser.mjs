#!/usr/bin/env node
// Sees to it that there are a Chromium and an ffmpeg for the tests: installs Debian's as root where
// one is missing, else says what is lost. Plain JavaScript for Node >= 18, no packages.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const folders = (process.env.PATH ?? "").split(delimiter);
const programs = [
  {
    name: "chromium",
    usual: [
      process.env.PUPPETEER_EXECUTABLE_PATH,
      process.env.CHROME_PATH,
      ...folders.map((folder) => join(folder, "chromium")),
      "/usr/bin/chromium",
    ],
    other: " or set PUPPETEER_EXECUTABLE_PATH",
  },
  { name: "ffmpeg", usual: folders.map((folder) => join(folder, "ffmpeg")), other: "" },
];

function isMissing({ usual }) {
  return !usual.some((path) => path !== undefined && path !== "" && existsSync(path));
}

function run(...command) {
  const [program, ...args] = command;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { stdio: ["ignore", "ignore", 2], env }).status === 0;
}

const missing = programs.filter(isMissing).map(({ name }) => name);
if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  console.error(`setup: installing ${missing.join(" and ")} for the tests (once) …`);
  const install = ["apt-get", "install", "-y", "--no-install-recommends", ...missing];
  if (!run(...install)) {
    run("apt-get", "update");
    run(...install);
  }
}
for (const { name, other } of programs.filter(isMissing)) {
  console.error(
    `setup: there is no ${name}; tests that need it are skipped. Install one (Debian: apt-get install ${name})${other}.`,
  );
}
