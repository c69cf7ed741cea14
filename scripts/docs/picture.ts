// Draws docs/images/scrape.png: a page, and what the command line makes of it. It takes Chromium.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { launch } from "puppeteer-core";
import { openSite } from "../../test/docs/sites.ts";
import { root } from "./pages.ts";

const HOST = "quay.example";
const PATH = "/boats/heron";
const schema = {
  type: "object",
  properties: { name: {}, seats: {}, pricePerHour: {} },
};
for (const [name, type] of Object.entries({
  name: "string",
  seats: "integer",
  pricePerHour: "number",
})) {
  Object.assign(schema.properties, { [name]: { type } });
}

await using site = await openSite(HOST);
const folder = await mkdtemp(join(tmpdir(), "dragline-picture-"));
await writeFile(join(folder, "boat.json"), JSON.stringify(schema));

/** What a command prints, with the names of the documents. */
async function print(...argv: string[]): Promise<string> {
  const args = argv.map((each) => each.replace(`https://${HOST}`, site.origin));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--conditions=dragline-source",
      join(root, "src/node/bin.ts"),
      ...args,
      "--allow-host",
      "127.0.0.1",
    ],
    { cwd: folder, env: { ...process.env, NO_COLOR: "1" } },
  );
  return stdout.replaceAll(site.origin, `https://${HOST}`).trimEnd();
}

const url = `https://${HOST}${PATH}`;
const commands = [
  ["scrape", url, "--main"],
  ["extract", url, "--schema", "boat.json"],
];
const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const shown: string[] = [];
for (const argv of commands) {
  shown.push(`<b>$ dragline ${escape(argv.join(" "))}</b>\n${escape(await print(...argv))}`);
}

const page = (await readFile(join(root, "test/docs/sites", HOST, `${PATH}.html`), "utf8")).replace(
  "<title>",
  `<style>
    body { font: 15px/1.5 Georgia, serif; margin: 0; color: #1f2933; background: #fff }
    nav { background: #0f4c5c; padding: 12px 24px } nav a { color: #fff; text-decoration: none }
    main { padding: 8px 24px 16px } h1 { font-size: 30px; margin: 16px 0 8px }
    table { border-collapse: collapse; margin-top: 16px; width: 100% }
    th, td { border-top: 1px solid #d9e2ec; padding: 8px 0; text-align: left; font-weight: 400 }
    td { text-align: right; font-weight: 700 }
    footer { color: #829ab1; border-top: 1px solid #d9e2ec; margin: 0 24px; padding: 12px 0; font-size: 13px }
  </style><title>`,
);

const html = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; padding: 28px; background: #e8edf2; display: grid; grid-template-columns: 400px 700px; gap: 28px; align-items: start; width: 1128px; box-sizing: content-box }
  section { border-radius: 10px; overflow: hidden; box-shadow: 0 6px 24px #1f293333 }
  header { background: #d9e2ec; color: #486581; font: 13px system-ui, sans-serif; padding: 9px 14px }
  .dark header { background: #102a43; color: #bcccdc }
  iframe { border: 0; width: 400px; height: 376px; background: #fff; display: block }
  pre { margin: 0; padding: 18px 20px 22px; background: #0b1b2b; color: #d9e2ec; font: 14px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap }
  b { color: #7bdcb5; font-weight: 400 }
</style>
<section><header>${url}</header><iframe></iframe></section>
<section class="dark"><header>Terminal</header><pre>${shown.join("\n\n")}</pre></section>`;

const executablePath = process.env["PUPPETEER_EXECUTABLE_PATH"] ?? "/usr/bin/chromium";
const browser = await launch({
  executablePath,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
try {
  const view = await browser.newPage();
  await view.setViewport({ width: 1184, height: 600 });
  await view.setContent(html);
  await view.$eval("iframe", (frame, text) => ((frame as { srcdoc: string }).srcdoc = text), page);
  await view.waitForSelector("iframe");
  const frame = await (await view.$("iframe"))?.contentFrame();
  await frame?.waitForSelector("footer");
  const body = await view.$("body");
  await body?.screenshot({ path: join(root, "docs/images/scrape.png") });
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
