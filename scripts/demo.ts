// The main job on a fresh machine: scrape a page to markdown. Without an address it serves a page
// of this repository on loopback and scrapes that.
import { runCli } from "dragline/node";
import { servePages } from "../examples/serve-pages.ts";

const terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: new AbortController().signal,
};
const asked = process.argv.slice(2);
if (asked.length > 0) {
  process.exitCode = await runCli(["scrape", ...asked], terminal);
} else {
  await using site = await servePages();
  console.error(
    `demo: dragline scrape ${site.url("/harbour.html")} --main --allow-host 127.0.0.1\n`,
  );
  process.exitCode = await runCli(
    ["scrape", site.url("/harbour.html"), "--main", "--allow-host", "127.0.0.1"],
    terminal,
  );
}
