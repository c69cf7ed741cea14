// The tools for models by the protocol's own checks: its conformance suite over HTTP, and its inspector
// over standard input and output. Of the suite those scenarios that ask for no tools of its own.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const node = process.execPath;
const bin = "node_modules/dragline/dist/bin.js";
const run = promisify(execFile);

/** Of both revisions. */
const scenarios = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "prompts-list",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
  ],
};

const page = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end("<main><h1>Lamps</h1><p>Opal lamps cost 79.90.</p></main>");
});
await once(page.listen(0, "127.0.0.1"), "listening");
const url = `http://127.0.0.1:${page.address().port}/`;

const service = spawn(
  node,
  [bin, "serve", "--port", "0", "--allow-host", "127.0.0.1", "--engine", "http"],
  {
    stdio: ["ignore", "pipe", "ignore"],
  },
);
const [line] = await once(createInterface({ input: service.stdout }), "line");
const target = `${JSON.parse(line).url}/mcp`;

let passed = 0;
for (const [revision, names] of Object.entries(scenarios)) {
  for (const name of names) {
    const suite = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
    const args = [suite, "server", "--url", target, "--spec-version", revision, "--scenario", name];
    const { stdout } = await run(node, args);
    if (!/Passed: [1-9]\d*\/\d+, 0 failed/.test(stdout))
      throw new Error(`${revision} ${name}:\n${stdout}`);
    passed += 1;
  }
}

const { bin: bins } = JSON.parse(
  await readFile("node_modules/@modelcontextprotocol/inspector/package.json", "utf8"),
);
const inspector = `node_modules/@modelcontextprotocol/inspector/${bins["mcp-inspector"]}`;
const inspect = async (...args) => {
  const command = [node, bin, "mcp", "--allow-host", "127.0.0.1", "--engine", "http"];
  return JSON.parse((await run(node, [inspector, "--cli", ...command, ...args])).stdout);
};
const { tools } = await inspect("--method", "tools/list");
const called = ["--method", "tools/call", "--tool-name", "scrape", "--tool-arg", `url=${url}`];
const { content } = await inspect(...called);
if (!content[0].text.includes("Opal lamps cost 79.90.")) throw new Error(JSON.stringify(content));

service.kill();
await once(service, "exit");
page.close();
page.closeAllConnections();
console.log(`${passed} scenarios of conformance, ${tools.length} tools by the inspector`);
