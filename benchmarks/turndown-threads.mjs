// The script that one would write with turndown: lines of JSON in, lines of JSON out, in so many
// worker threads.   node turndown-threads.mjs INPUT OUTPUT THREADS
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
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
  const lines = createInterface({ input: createReadStream(input) })[Symbol.asyncIterator]();
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      worker.postMessage(next.value);
      const made = await new Promise((resolve) => worker.once("message", resolve));
      if (!out.write(`${made}\n`)) await new Promise((resolve) => out.once("drain", resolve));
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Number(threads) }, work));
  await new Promise((resolve) => out.end(resolve));
}
