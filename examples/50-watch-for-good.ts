// A program that watches a page and notifies a webhook, ended and started again: it goes on where it was.
// The page is large, so what is compared with is a blob.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { createReceiver, toNodeListener } from "dragline/webhooks";
import { listen } from "./listen.ts";

const manual = randomBytes(70_000).toString("hex");
let edition = "first";
let looks = 0;
const lookedTwice = Promise.withResolvers<void>();
await using site = await createSite({
  "/manual": (_, response) => {
    looks += 1;
    if (looks === 2) lookedTwice.resolve();
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<title>Manual</title><h1>The ${edition} edition</h1><p>${manual}</p>`);
  },
});

const secret = "whsec_for-the-example";
const told = Promise.withResolvers<unknown>();
const receiver = createReceiver({
  secrets: [secret],
  onDelivery: ({ body }) => told.resolve(JSON.parse(new TextDecoder().decode(body)).data),
});
await using hooks = await listen(createServer(toNodeListener(receiver)));

const folder = await mkdtemp(join(tmpdir(), "dragline-watch-"));
const program = join(import.meta.dirname, "watch-for-good.ts");
function start() {
  const env = { ...process.env, EVERY_MS: "1000", HOOK_SECRET: secret };
  const args = [...process.execArgv, program, site.url("/manual"), hooks.url("/changed")];
  return spawn(process.execPath, args, { cwd: folder, env, stdio: "inherit" });
}

const first = start();
await lookedTwice.promise;
first.kill("SIGTERM");
const [code] = await once(first, "exit");
console.log("ended with", code);

edition = "second";
const second = start();
console.log(await told.promise);
second.kill("SIGTERM");
await once(second, "exit");
await rm(folder, { recursive: true });
