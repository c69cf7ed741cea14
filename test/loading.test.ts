import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "./sources.ts";

/** Every module that an import path loads, by URL, in a process of its own. */
async function loadedBy(path: string): Promise<string[]> {
  const script = `
    import { registerHooks } from "node:module";
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import("${path}");
    console.log(JSON.stringify(urls));`;
  const args = ["--conditions=dragline-source", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as string[];
}

const network =
  /node_modules\/(?:undici|tough-cookie|tldts|http-cache-semantics)\/|src\/(?:net|fetcher)\//;
const parsers =
  /node_modules\/(?:domhandler|htmlparser2|parse5|entities|cheerio)\/|src\/(?:html|markdown)\//;
const heavy = /node_modules\/(?:zod|unpdf|puppeteer|puppeteer-core|pg|ioredis|bullmq)\//;
/** What asking a model, or judging its answer, takes. */
const models = /node_modules\/(?:ai|@ai-sdk|ajv|jsonrepair)\//;

describe("an import path loads only what it needs", () => {
  it.each([
    ["dragline", [network, parsers, heavy], "src/core/"],
    ["dragline/markdown", [network, heavy], "src/html/"],
    ["dragline/html", [network, heavy], "src/html/"],
    [
      "dragline/fetcher",
      [parsers, heavy, /node_modules\/(?:undici|tough-cookie|tldts)\//],
      "src/net/",
    ],
    ["dragline/converter", [network, heavy], "src/markdown/"],
    ["dragline/scraper", [heavy], "src/markdown/"],
    ["dragline/browser", [parsers, heavy], "src/browser/"],
    ["dragline/mapper", [network, heavy], "src/mapper/"],
    [
      "dragline/webhooks",
      [parsers, heavy, /node_modules\/(?:tough-cookie|tldts)\//],
      "src/webhooks/",
    ],
    [
      "dragline/notifier",
      [parsers, heavy, /node_modules\/(?:tough-cookie|tldts|nodemailer)\//],
      "src/notifier/",
    ],
    ["dragline/crawler", [heavy], "src/crawler/"],
    ["dragline/actions", [network, parsers, heavy, /browser\/(?:pool|chromium)/], "src/browser/"],
    ["dragline/mcp", [network, parsers, heavy, models, /modelcontextprotocol/], "src/mcp/"],
    ["dragline/vault", [network, parsers, heavy, /node_modules\/@azure\//], "src/vault/"],
    ["dragline/storage", [network, parsers, heavy], "src/storage/"],
    ["dragline/rate-limiter", [network, parsers, heavy], "src/rate-limiter/"],
    ["dragline/queue/memory", [network, parsers, heavy], "src/queue/"],
    ["dragline/ai", [heavy, models, /node_modules\/undici\//], "src/ai/"],
    [
      "dragline/search",
      [
        heavy,
        models,
        /^node:sqlite$/,
        /node_modules\/(?:tough-cookie|tldts)\//,
        /search\/(?:sqlite|postgres)\//,
      ],
      "src/search/",
    ],
    ["dragline/search/sqlite", [network, parsers, heavy, /^node:sqlite$/], "src/search/sqlite/"],
    [
      "dragline/search/postgres",
      [network, parsers, heavy, /^node:sqlite$/],
      "src/search/postgres/",
    ],
    ["dragline/testing", [network, parsers, heavy], "src/testing/"],
  ])("%s", async (path, unwanted, wanted) => {
    const urls = await loadedBy(path);
    expect(urls.some((url) => url.includes(wanted))).toBe(true);
    expect(urls.filter((url) => unwanted.some((pattern) => pattern.test(url)))).toEqual([]);
  });
});
