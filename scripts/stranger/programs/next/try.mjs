// Starts Next's own server, built or for development, and uses the service in it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { tryCalls } from "./api.mjs";

const [kind, ...flags] = process.argv.slice(2);
const args = ["../node_modules/next/dist/bin/next", kind, ...flags, "-p", "0", "-H", "127.0.0.1"];
const next = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
let text = "";
const address = await new Promise((resolve, reject) => {
  next.once("exit", () => reject(new Error(text)));
  next.stdout.on("data", (part) => {
    text += part;
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
    if (found !== null && /Ready/.test(text)) resolve(found[0]);
  });
});
try {
  const page = await (await fetch(address)).text();
  assert.match(page, /# From a thread/);
  const key = await (await fetch(`${address}/key`, { method: "POST" })).text();
  await tryCalls(`${address}/web`, key, false);
} finally {
  next.removeAllListeners("exit").kill("SIGTERM");
}
process.exit(0);
