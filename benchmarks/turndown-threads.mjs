// The script that one would write with turndown: lines of JSON in, lines of JSON out, in so many
// worker threads.   node turndown-threads.mjs INPUT OUTPUT THREADS
import { createWriteStream, readFileSync } from "node:fs";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import TurndownService from "turndown";
import { gfm } from "@joplin/turndown-plugin-gfm";

if (isMainThread) await main();
else serve();

function serve() {
  const service = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
  service.use(gfm);
  parentPort.on("message", (line) => {
    const { id, html } = JSON.parse(line);
    parentPort.postMessage(JSON.stringify({ id, markdown: service.turndown(html) }));
  });
}

async function main() {
  const [input, output, threads] = process.argv.slice(2);
  const out = createWriteStream(output);
  // `node:readline` would split pages at U+2028, which JSON has in strings.
  const lines = readFileSync(input, "utf8").trimEnd().split("\n").values();
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    for (const line of lines) {
      worker.postMessage(line);
      const made = await new Promise((resolve) => worker.once("message", resolve));
      if (!out.write(`${made}\n`)) await new Promise((resolve) => out.once("drain", resolve));
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Number(threads) }, work));
  await new Promise((resolve) => out.end(resolve));
}
