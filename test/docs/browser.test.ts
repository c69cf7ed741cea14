import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../chromium.ts";
import { serve } from "../served.ts";
import { documentText, root } from "../sources.ts";

const run = promisify(execFile);
const chromium = await chromiumPath();
const title = browserTitle("a browser over the network", chromium);

/** The scripts of the guide, for a service that listens at `host`. */
function scripts(host: string): string[] {
  const text = documentText("docs/guides/remote-browsers.md");
  const found = text.matchAll(/<!-- serve: browser -->\n```js\n([\s\S]*?)```/g);
  return [...found].map(([, lines = ""]) => lines.replaceAll("localhost:3000", host));
}

describe.skipIf(chromium === undefined)(`documents: ${title}`, () => {
  it("saves a login with Puppeteer and is logged in with Playwright", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-remote-"));
    await using site = await createSite({
      "/": { headers: { "set-cookie": "login=ada; Max-Age=3600" }, body: "<title>Quay</title>" },
    });
    const service = await serve(["serve", "--allow-host", "127.0.0.1", "--port", "0"], folder);
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const env = { ...process.env, KEY: service.key, PAGE: site.url("/") };
    const printed: string[] = [];
    for (const text of scripts(new URL(service.origin).host)) {
      const script = join(folder, "client.mjs");
      await writeFile(script, text);
      printed.push((await run(process.execPath, [script], { env })).stdout);
    }
    expect(printed).toEqual(["200 Quay\n", "200\n"]);
    const visits = site.requests.filter(({ path }) => path === "/");
    expect(visits.map(({ headers }) => headers["cookie"])).toEqual([undefined, "login=ada"]);
    const headers = { "x-api-key": service.key };
    const sessions = await fetch(`${service.origin}/v1/sessions`, { headers });
    expect(await sessions.json()).toMatchObject([{ name: "shop", cookieCount: 1 }]);
    expect(await service.stop()).toBe(0);
    await rm(folder, { recursive: true });
  }, 60_000);
});
