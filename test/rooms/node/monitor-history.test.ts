import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type SiteRoute } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";

let top: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "dragline-monitor-"));
});
afterEach(() => rm(top, { recursive: true, force: true }));

const args = (...own: string[]) => {
  const place = ["--data", join(top, "kept"), "--allow-host", "127.0.0.1"];
  return ["monitor", ...own, ...place];
};
const monitor = (...own: string[]) => run(args(...own));

const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;

/** A page that was watched while it said each of the texts. */
async function watched(...texts: readonly (SiteRoute | string)[]) {
  const pages: Record<string, SiteRoute> = {};
  const site = await createSite(pages);
  let id = "";
  for (const [at, text] of texts.entries()) {
    pages["/"] = typeof text === "string" ? `<h1>Quay</h1><p>${text}</p>` : text;
    if (at === 0) id = (await monitor("add", site.url("/"))).stdout.trim();
    else await monitor("check");
  }
  return { id, url: site.url("/"), [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

describe("dragline monitor diff", () => {
  it("shows the newest change, or the one of a number", async () => {
    await using page = await watched("one", "two", "three");
    const newest = await monitor("diff", page.id.slice(0, 8));
    expect([newest.code, newest.stderr]).toEqual([0, ""]);
    expect(newest.stdout).toMatch(
      new RegExp(`^${page.url}  ${time}  \\+1 -1 lines\n--- ${time}\n`),
    );
    expect(newest.stdout).toContain("-two\n+three\n");
    const older = await monitor("diff", page.url, "--change", "2");
    expect(older.stdout).toContain("-one\n+two\n");
    const none = await monitor("diff", page.url, "--change", "3");
    expect([none.code, none.stdout]).toEqual([1, ""]);
    expect(none.stderr).toBe(
      `dragline: ${page.url}: this change does not exist; see: dragline monitor history\n`,
    );
    expect((await monitor("diff", page.url, "--change", "0")).code).toBe(2);
    const json = JSON.parse((await monitor("diff", page.url, "--json")).stdout) as object;
    expect(json).toMatchObject({ monitorId: page.id, diff: { type: "content" } });
  });

  it("is in colours on a terminal, where hostile text is written out", async () => {
    await using page = await watched("one", "\u001b[2Jtwo\u202e\u009b");
    const shown = await run(args("diff", page.url), { tty: true });
    expect(shown.stdout).toContain("\u001b[31m-");
    expect(shown.stdout).not.toMatch(/\u001b\[2J|\u202e|\u009b/);
    const patch = await run(args("diff", page.url, "--unified"), { tty: true });
    expect(patch.stdout).toContain("+\\u001b[2Jtwo\\u202e");
    expect((await monitor("diff", page.url, "--unified")).stdout).toContain("\n+\u001b[2Jtwo");
    const checked = await run(args("list"), { tty: true });
    expect(checked.stdout).not.toContain("\u001b[2J");
  });

  it("writes a page with both sides, also of a site", async () => {
    const pages: Record<string, SiteRoute> = { "/": '<a href="/a">a</a>', "/a": "<p>one</p>" };
    await using site = await createSite(pages);
    await monitor("add", site.url("/"), "--site");
    pages["/a"] = "<p>two</p>";
    pages["/"] = '<a href="/a">a</a> <a href="/b">b</a>';
    pages["/b"] = "<p>b</p>";
    await monitor("check");
    const file = join(top, "diff.html");
    const { code, stderr } = await monitor("diff", site.url("/"), "--html", file);
    expect([code, stderr]).toEqual([0, `wrote ${file}\n`]);
    const html = await readFile(file, "utf8");
    expect(html).toContain(`==&gt; ${site.url("/a")}`);
    expect(html).toMatch(/<del>.*one.*<\/del>/);
    expect(html).toMatch(/<ins>.*two.*<\/ins>/);
    expect((await monitor("diff", site.url("/"))).stdout).toContain(`+${site.url("/b")}\n`);
    const nowhere = await monitor("diff", site.url("/"), "--html", join(top, "no/diff.html"));
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("cannot write")]);
  });
});

describe("dragline monitor history", () => {
  it("lists what came of each check, the newest first, with the numbers that diff takes", async () => {
    const broken = { status: 503, body: "later" };
    await using page = await watched("one", "one", broken, "two", "three");
    const { code, stdout } = await monitor("history", page.url);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/^.* UTC {2}/, "")),
    ).toEqual([
      "CHECKED                  TRIGGER  RESULT",
      "manual   change 1  +1 -1 lines",
      "manual   change 2  +1 -1 lines",
      "manual   failed: PAGE_FAILED: HTTP 503 Service Unavailable",
      "manual   no change",
      "manual   first check",
    ]);
    const two = await monitor("history", page.url, "--limit", "2", "--json");
    expect(two.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect((await monitor("history", page.url, "--limit", "201")).code).toBe(2);
    expect((await monitor("history", "nobody")).code).toBe(2);
  });
});

describe("dragline monitor list and rm", () => {
  it("shows how each stands, until it is removed", async () => {
    await using page = await watched("one", "two");
    const listed = await monitor("list");
    const [heading, row] = listed.stdout.split("\n");
    expect(heading).toMatch(/^ID +URL +WHEN +CHECKED +CHANGED +STATE$/);
    const when = expect.stringMatching(/now|ago/);
    const cells = [page.id.slice(0, 6), page.url, "every 1h", when, when, "ok"];
    expect(row?.split(/ {2,}/)).toEqual(cells);
    const removed = await monitor("rm", page.id);
    expect([removed.code, removed.stderr]).toEqual([0, `${page.url} is no longer watched\n`]);
    expect((await monitor("list")).stdout).toBe("");
    expect((await monitor("rm", page.id)).code).toBe(2);
    expect((await monitor("check")).stderr).toBe("there are no monitors\n");
  });
});
