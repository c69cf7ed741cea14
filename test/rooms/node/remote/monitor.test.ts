import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const news = (...items: string[]): string =>
  `<title>News</title><h1>News</h1><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

const price = (text: string): string => `<p id="price">${text}</p>`;

describe("dragline monitor --remote", () => {
  let rig: RemoteRig;
  const said = new Map<string, string>();
  /** Closed: the page is answered when it opens. */
  let gate = Promise.resolve();
  beforeAll(async () => {
    const site: Parameters<typeof remoteRig>[0] = {
      "/news": (_, response) => response.end(said.get("news")),
      "/price": (_, response) => response.end(said.get("price")),
      "/held": (_, response) => {
        void gate.then(() => response.end(news("held")));
      },
      "/site": "<title>Top</title><h1>Top</h1><a href='/site/a'>A</a>",
      "/site/a": "<title>A</title><p>Page A</p>",
    };
    rig = await remoteRig(site, { mail: { send: () => Promise.resolve(undefined) } });
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  const monitor = (...argv: string[]) => rig.remotely(["monitor", ...argv]);
  const url = (path: string): string => rig.site.url(path);
  const jsonLines = (text: string): unknown[] =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);

  it("adds, lists, checks, compares and removes a monitor of the service", async () => {
    said.set("news", news("one", "two"));
    const empty = await monitor("list");
    expect(empty.stderr).toMatch(/^there are no monitors at http:\S+\/v1; try: /);
    const { code, stdout, stderr } = await monitor("add", url("/news"), "--every", "90m");
    expect(code).toBe(0);
    const id = stdout.trim();
    expect(stderr).toContain(`watching ${url("/news")} every 90m\n  | # News\n`);
    expect(stderr).toMatch(/stored at http:\S+, which checks it; the next check is due in /);
    expect(stderr).toContain(`dragline monitor check ${id} --remote http://127.0.0.1:`);

    said.set("news", news("one", "three"));
    const changed = await monitor("check", id);
    expect([changed.code, changed.stderr]).toEqual([0, ""]);
    expect(changed.stdout).toContain(`changed    ${url("/news")}  +1 -1 lines\n`);
    expect(changed.stdout).toMatch(/-.*two\n[^\n]*\+.*three/);
    const again = await monitor("check", url("/news"), "--json");
    expect(jsonLines(again.stdout)).toEqual([
      expect.objectContaining({ monitorId: id, status: "unchanged" }),
    ]);

    const listed = await monitor("list");
    expect(listed.stdout).toMatch(/^ID +URL +WHEN +CHECKED +CHANGED +STATE\n/);
    expect(listed.stdout).toContain("every 90m");
    expect(listed.stdout).toMatch(/ ok\n$/);
    const [kept] = jsonLines((await monitor("list", "--json")).stdout);
    expect(kept).toMatchObject({ id, schedule: { every: 5_400_000 }, lastError: null });
    expect(kept).toHaveProperty("lastCheckedAt", expect.any(Number));

    const history = (await monitor("history", id)).stdout.trim().split("\n");
    expect(history.map((line) => line.split(/ {2,}/).slice(1).join(" "))).toEqual([
      "TRIGGER RESULT",
      "manual no change",
      "manual change 1 +1 -1 lines",
      "schedule first check",
    ]);

    const removed = await monitor("rm", url("/news"));
    expect(removed.stderr).toBe(`${url("/news")} is no longer watched\n`);
    expect((await monitor("list")).stdout).toBe("");
  });

  it("shows a change as text, as a patch, as a page and as JSON", async () => {
    said.set("news", news("one", "two"));
    const id = (await monitor("add", url("/news"))).stdout.trim();
    said.set("news", news("one", "three"));
    await monitor("check", id);
    expect((await monitor("diff", id)).stdout).toMatch(/ {2}\+1 -1 lines\n/);
    const { stdout: patch } = await monitor("diff", id, "--unified");
    expect(patch).toMatch(/\n-- two\n[^+]*\+- three\n/);
    const file = join(await temporaryFolder(), "change.html");
    expect((await monitor("diff", id, "--html", file)).code).toBe(0);
    expect(await readFile(file, "utf8")).toContain("three");
    const [change] = jsonLines((await monitor("diff", id, "--json")).stdout);
    expect(change).toMatchObject({ monitorId: id, diff: { type: "content" } });
    const missing = await monitor("diff", id, "--change", "2");
    expect([missing.code, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain("this change does not exist");
    await monitor("rm", id);
  });

  it("watches values at selectors, and says what became of them", async () => {
    said.set("price", price("20 €"));
    const { stdout, stderr } = await monitor("add", url("/price"), "--field", "price=#price");
    expect(stderr).toContain('  | price: "20 €"\n');
    said.set("price", price("25 €"));
    const { stdout: checked } = await monitor("check");
    expect(checked).toContain('  price: "20 €" -> "25 €"\n');
    const { stdout: patch } = await monitor("diff", stdout.trim(), "--unified");
    expect(patch).toMatch(/-.*"price": "20 €"\n\+.*"price": "25 €"/);
    await monitor("rm", stdout.trim());
  });

  it("watches the values of a schema, and the pages of a site", async () => {
    const schema = join(await temporaryFolder(), "schema.json");
    const properties = { price: { type: "string", "x-selector": "#price" } };
    await writeFile(schema, JSON.stringify({ type: "object", properties }));
    const values = await monitor("add", url("/price"), "--schema", schema, "--json");
    expect(JSON.parse(values.stdout)).toMatchObject({ watchMode: "specific_data" });
    const flags = ["--site", "--max-pages", "5", "--depth", "1", "--exclude", "*/none"];
    const site = await monitor("add", url("/site"), ...flags, "--json");
    expect(site.stderr).toContain(`  | ${url("/site/a")}\n`);
    expect(JSON.parse(site.stdout)).toMatchObject({ scope: "site", maxPages: 5, maxDepth: 1 });
    for (const { id } of [values, site].map(({ stdout }) => JSON.parse(stdout) as { id: string })) {
      await monitor("rm", id);
    }
  });

  it("tells a webhook and mail addresses of changes", async () => {
    const hook = "https://hooks.example/news";
    const targets = ["--notify", hook, "--notify", "mailto:ann@example.com"];
    const { code, stderr, stdout } = await monitor("add", url("/site"), ...targets, "--json");
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { alertWebhookUrl: hook, alertEmails: "ann@example.com" },
    ]);
    expect(stderr).toContain(`telling ${hook}\ntelling ann@example.com\n`);
    expect(stderr).toMatch(/its webhooks are signed with \S+\n/);
    expect(stdout).not.toContain("Secret");
    await monitor("rm", url("/site"));
  });

  it("keeps nothing where the first check fails, and tells of a check that fails", async () => {
    const bad = await monitor("add", url("/no"));
    expect([bad.code, bad.stdout]).toEqual([1, ""]);
    expect(bad.stderr).toMatch(/404.*; it is not watched\n$/);
    expect((await monitor("list")).stdout).toBe("");
    said.set("price", price("20 €"));
    await monitor("add", url("/price"), "--field", "price=#price");
    said.set("price", "<p>sold out</p>");
    const failed = await monitor("check", "--json");
    expect(failed.code).toBe(1);
    expect(jsonLines(failed.stdout)).toMatchObject([{ status: "failed", url: url("/price") }]);
    await monitor("rm", url("/price"));
  });

  it("says what the service refuses to check, and goes on with the others", async () => {
    said.set("price", price("20 €"));
    await monitor("add", url("/price"));
    await monitor("add", url("/site"));
    const { balance } = await rig.service.accounts.get(rig.account);
    await rig.service.accounts.grant(rig.account, -balance, "test");
    const { code, stdout } = await monitor("check");
    await rig.service.accounts.grant(rig.account, balance, "test");
    expect(code).toBe(1);
    expect(stdout.match(/^failed .*INSUFFICIENT_CREDITS: /gm)).toHaveLength(2);
    await monitor("rm", url("/price"));
    await monitor("rm", url("/site"));
  });

  it("leaves a check that the user no longer waits for, and says how to see it", async () => {
    const open = Promise.withResolvers<void>();
    gate = open.promise;
    const stop = new AbortController();
    const adding = rig.remotely(["monitor", "add", url("/held")], { signal: stop.signal });
    while (rig.site.requests.every(({ path }) => path !== "/held")) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    // What was begun has been answered.
    await monitor("list");
    stop.abort();
    const { code, stderr } = await adding;
    open.resolve();
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /the check goes on at the service; see it: dragline monitor history \S+ --remote http/,
    );
  });

  it.each([
    [["add", "a.example", "--cron", "* * * * *"], "--cron cannot be combined with --remote"],
    [["add", "a.example", "--ignore", "x"], "--ignore cannot be combined with --remote"],
    [["add", "a.example", "--every", "90s"], "--every takes whole minutes with --remote"],
    [["add", "a.example", "--notify", "ntfy://x"], "with --remote, --notify takes https://"],
    [["add", "a.example", "--notify", "https://a.example/#s"], "whose secret the service makes"],
    [["check", "--due"], "--due cannot be combined with --remote"],
    [["list", "--data", "x"], "--data cannot be combined with --remote"],
    [["run"], "'run' takes no --remote: a service checks its monitors by itself"],
    [["notify", "ntfy://x"], "targets take no --remote: "],
    [["history", "nothing"], "no monitor matches 'nothing'"],
  ])("refuses %j", async (argv, text) => {
    const { code, stdout, stderr } = await monitor(...argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(text);
  });

  it("does not let a service command the terminal", async () => {
    const at = new Date(0).toISOString();
    const times = { nextRunAt: at, lastCheckedAt: at, createdAt: at, updatedAt: at };
    const strange = { id: "m1", url: "https://a.example/\u009b2J\u202e", lastError: "\u009b1m" };
    const state = { scope: "page", isActive: true, expired: false, intervalMinutes: 60 };
    const answer = (value: object) => ({
      headers: { "content-type": "application/json" },
      body: JSON.stringify(value),
    });
    await using service = await createSite({
      "/v1/monitors?limit=200": answer([{ ...state, ...times, ...strange }]),
      "/v1/monitors/m1/changes?limit=1": answer({ changes: [] }),
    });
    for (const flags of [[], ["--json"]]) {
      const { stdout } = await run(["monitor", "list", ...flags, "--remote", service.url("/")]);
      expect(stdout).toContain("https://a.example/\\u009b2J\\u202e");
      expect(stdout).not.toMatch(/[\u009b\u202e]/);
    }
  });

  it("says what the service refuses", async () => {
    const { code, stderr } = await monitor("add", "https://a.example/", "--every", "1m");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/intervalMinutes.*\(\w+\)\n$/)]);
    const wrong = await run(["monitor", "list", "--key", "dl_wrong", ...rig.at]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("(unauthorized)")]);
  });
});
