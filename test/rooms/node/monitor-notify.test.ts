import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "dragline/webhooks";
import { createSite } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeService } from "../notifier/services-site.ts";
import { run } from "./run.ts";

let top: string;
let folder: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "dragline-notify-"));
  folder = join(top, "monitors");
});
afterEach(() => rm(top, { recursive: true, force: true }));

const monitor = (args: readonly string[], env: Record<string, string> = {}) =>
  run(["monitor", ...args, "--data", folder], { env });

const local = ["--allow-host", "127.0.0.1"] as const;

/** A page with a price that can be changed. */
async function shop() {
  const state = { price: "1,299" };
  const site = await createSite({
    "/lamp": (_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<title>Lamp</title><p class="price">${state.price}</p>`);
    },
  });
  const url = site.url("/lamp");
  return { url, state, [Symbol.asyncDispose]: async () => site[Symbol.asyncDispose]() };
}

describe("dragline monitor add --notify", () => {
  it("tells the target of the changes of this monitor, as values", async () => {
    await using page = await shop();
    await using service = await FakeService.open();
    const target = `ntfy://${service.host}/lamps`;
    const added = await monitor([
      "add",
      page.url,
      "--field",
      "price=.price",
      "--notify",
      target,
      ...local,
    ]);
    expect([added.code, added.stderr]).toEqual([
      0,
      expect.stringContaining(`telling ntfy at ${service.host}, as ntfy\n`),
    ]);
    page.state.price = "1,149";
    const checked = await monitor(["check"]);
    expect(checked.stderr).toContain(`told ntfy (ntfy at ${service.host})\n`);
    expect(service.asked.map(({ json }) => json)).toMatchObject([
      {
        topic: "lamps",
        message: expect.stringMatching(/^price: 1,299 -> 1,149\n/),
        click: page.url,
      },
    ]);
    await monitor(["check"]);
    expect(service.asked).toHaveLength(1);
    await monitor(["rm", page.url]);
    expect(JSON.parse((await monitor(["notify-list", "--json"])).stdout)).toMatchObject({
      targets: [],
    });
  });

  it("watches nothing where a target is not one, and shows nothing of it", async () => {
    await using page = await shop();
    const { code, stdout, stderr } = await monitor([
      "add",
      page.url,
      "--notify=ntfy://a",
      "--notify=slack://SECRET",
      ...local,
    ]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("A target of Slack must be slack://TOKEN_A/TOKEN_B/TOKEN_C");
    expect(stderr).not.toContain("SECRET");
    expect((await monitor(["list"])).stdout).toBe("");
    expect(JSON.parse((await monitor(["notify-list", "--json"])).stdout)).toMatchObject({
      targets: [],
    });
  });

  it("refuses a placeholder of a value that is not watched", async () => {
    await using page = await shop();
    const { code, stderr } = await monitor([
      "add",
      page.url,
      "--field=price=.price",
      "--notify=ntfy://a",
      "--template={after.prize}",
      ...local,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean {after.price}?")]);
  });

  it.each([
    [["--quiet", "22:00-07:00"], "--quiet needs --notify"],
    [["--timezone", "UTC"], "--timezone needs --cron, --quiet or --digest"],
    [["--notify", "env:NOBODY"], "the environment variable NOBODY is not set"],
    [["--notify", "ntfy://a", "--digest", "soon"], "--digest takes a time"],
    [["--notify", "ntfy://a", "--quiet", "late"], "22:00-07:00"],
    [["--notify", "ntfy://127.0.0.2/a"], "--allow-host HOST admits it"],
  ])("refuses %j", async (flags, message) => {
    await using page = await shop();
    const { code, stderr } = await monitor(["add", page.url, ...flags, ...local]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("dragline monitor notify", () => {
  it("tells of every monitor, signs webhooks with the folder's secret, and takes targets from the environment", async () => {
    await using page = await shop();
    await using service = await FakeService.open();
    const env = { HOOK: `http://${service.host}/hook` };
    const set = await monitor(["notify", "env:HOOK", "--name", "ours", ...local], env);
    expect([set.code, set.stdout]).toEqual([0, "ours\n"]);
    const [secret = ""] = /whsec_\w+/.exec(set.stderr) ?? [];
    expect((await stat(join(folder, "webhooks.secret"))).mode & 0o777).toBe(0o600);
    await monitor(["add", page.url, ...local]);
    page.state.price = "999";
    await monitor(["check"]);
    const [asked] = service.asked;
    const { headers = {}, body = "" } = asked ?? {};
    expect(verify({ headers, body: Buffer.from(body) }, secret)).toMatchObject({ valid: true });
    expect(asked?.json).toMatchObject({
      type: "monitor.change",
      data: {
        url: page.url,
        lines: [
          { kind: "removed", text: "1,299" },
          { kind: "added", text: "999" },
        ],
      },
    });
  });

  it("says what waits, and what could not be sent, with the reason", async () => {
    await using page = await shop();
    await using service = await FakeService.open();
    service.answers = [{ status: 503, body: '{"error":"overloaded"}' }];
    await monitor(["add", page.url, ...local]);
    await monitor(["notify", `ntfy://${service.host}/a`, ...local]);
    await monitor(["notify", `ntfy://${service.host}/b`, "--digest", "1h", ...local]);
    page.state.price = "999";
    const { stderr } = await monitor(["check"]);
    expect(stderr).toMatch(
      /not told yet ntfy \(ntfy at .*\): ntfy answered 503: overloaded; again in 1m\n/,
    );
    expect(stderr).toContain("1 change waits for ntfy-2, for its digest\n");
    const list = (await monitor(["notify-list"])).stdout;
    expect(list).toMatch(/^NAME +WHO +OF +QUIET +DIGEST +WAITING\n/);
    expect(list).toMatch(/ntfy-2 .* 1h +1\n/);
    expect(list).toContain("not told yet ntfy");
  });

  it("starts a program without a shell, with the message as text and as JSON", async () => {
    await using page = await shop();
    const script = join(top, "told.mjs");
    const out = join(top, "told.json");
    await writeFile(
      script,
      `import { readFileSync, writeFileSync } from "node:fs";
       const { DRAGLINE_TITLE: title, DRAGLINE_TEXT: text, SECRET: secret } = process.env;
       const json = JSON.parse(readFileSync(0, "utf8"));
       writeFileSync(process.argv[2], JSON.stringify({ title, text, secret, type: json.type, rest: process.argv.slice(3) }));`,
    );
    const target = `command:${JSON.stringify([process.execPath, script, out, "$(id)", "; true"])}`;
    await monitor(["add", page.url, "--field", "price=.price", "--notify", target, ...local]);
    page.state.price = "`id` $(id) ; <999>";
    expect((await monitor(["check"])).stderr).toContain("told command ");
    expect(JSON.parse(await readFile(out, "utf8"))).toMatchObject({
      title: expect.stringContaining("price 1,299 -> `id` $(id) ; <999>"),
      text: expect.stringContaining("price: 1,299 -> `id` $(id) ; <999>"),
      type: "monitor.change",
      rest: ["$(id)", "; true"],
    });
  });
});

describe("dragline monitor notify-test", () => {
  it("sends a test message and makes no folder", async () => {
    await using service = await FakeService.open();
    const target = `ntfy://${service.host}/lamps`;
    const { code, stdout } = await monitor([
      "notify-test",
      target,
      "--template",
      "{after.price}",
      ...local,
    ]);
    expect([code, stdout]).toEqual([0, `sent a test message: ntfy at ${service.host}\n`]);
    expect(service.asked[0]?.json["message"]).toBe("1,149");
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("says why it was not sent", async () => {
    await using service = await FakeService.open();
    service.answers = [{ status: 401, body: '{"error":"unauthorized"}' }];
    const target = `ntfy://${service.host}/lamps`;
    const { code, stderr } = await monitor(["notify-test", target, ...local]);
    expect([code, stderr]).toEqual([
      1,
      `ntfy at ${service.host} was not told: ntfy answered 401: unauthorized\n`,
    ]);
    await monitor(["notify", target, "--name", "phone", ...local]);
    const known = await monitor(["notify-test", "phone"]);
    expect(known.stderr).toContain("ntfy answered 401");
  });
});

describe("dragline monitor notify-rm", () => {
  it("tells a target no more", async () => {
    await monitor(["notify", "ntfy://a"]);
    expect((await monitor(["notify-rm", "ntfy"])).code).toBe(0);
    const again = await monitor(["notify-rm", "ntfy"]);
    expect([again.code, again.stderr]).toEqual([
      2,
      expect.stringContaining("no target of this name"),
    ]);
  });
});
