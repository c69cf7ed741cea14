import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run, type Ran } from "./run.ts";
import { served } from "./serve/served.ts";
import { temporaryFolder } from "./serve/temporary-folder.ts";

async function folderOf(): Promise<string> {
  return join(await temporaryFolder(), "data");
}

/** Runs `dragline keys` on a folder. */
function keysOf(folder: string) {
  return (...args: string[]): Promise<Ran> => run(["keys", ...args, `--data=${folder}`]);
}

/** The keys that `--json` lists. */
function listed({ stdout }: Ran): Record<string, unknown>[] {
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("dragline keys", () => {
  it("makes, lists and revokes keys while the service runs", async () => {
    const folder = await folderOf();
    const service = await served({ folder });
    const keys = keysOf(folder);
    const made = await keys("create", "--label", "for tests");
    expect(made.code).toBe(0);
    const key = made.stdout.trim();
    expect(made.stderr).toMatch(/^key_\S+ of account \S+; the key is shown only now\n$/);
    expect((await service.call("GET /credits", undefined, key)).status).toBe(200);

    const [first, second] = listed(await keys("list", "--json"));
    expect(second).toMatchObject({
      account: first?.["account"],
      label: "for tests",
      revokedAt: null,
    });
    const shown = await keys("list");
    expect(shown.stdout.split("\n")).toHaveLength(5);
    expect(shown.stdout).toMatch(/^account \S+\n {2}ID +KEY +CREATED +LABEL\n {2}key_/);
    expect(shown.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(shown.stdout).toContain('"for tests"');
    expect(shown.stdout).not.toContain(key);

    const id = String(second?.["id"]);
    expect(await keys("revoke", id)).toMatchObject({ code: 0, stdout: "" });
    expect((await service.call("GET /credits", undefined, key)).status).toBe(401);
    expect((await keys("list")).stdout).toContain("revoked ");
    expect(service.out).not.toContain(key);
  });

  it("makes the first account, a further one for --new-account, and a key of a named one", async () => {
    const folder = await folderOf();
    const keys = keysOf(folder);
    for (const flags of [[], [], ["--new-account"]]) await keys("create", ...flags);
    const [one, two, three] = listed(await keys("list", "--json"));
    expect(two?.["account"]).toBe(one?.["account"]);
    expect(three?.["account"]).not.toBe(one?.["account"]);
    const account = String(three?.["account"]);
    expect((await keys("create", "--account", account)).code).toBe(0);
    expect(listed(await keys("list", "--json", "--account", account))).toHaveLength(2);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it("gives an account of its own making the same first account as the service", async () => {
    const folder = await folderOf();
    const key = (await keysOf(folder)("create")).stdout.trim();
    const service = await served({ folder });
    expect(service.err).not.toMatch(/shown only once|failed|dragline:/);
    expect((await service.call("GET /credits", undefined, key)).status).toBe(200);
  });

  it("makes no folder to list or revoke from", async () => {
    const folder = await folderOf();
    for (const args of [["list"], ["revoke", "key_1"]]) {
      expect(await keysOf(folder)(...args)).toEqual({
        code: 1,
        stdout: "",
        stderr: `dragline: there is no service in '${folder}'\n`,
      });
    }
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    [["revoke", "key_none"], 1, "There is no key with this id"],
    [["create", "--account", "none"], 1, "There is no account with this id"],
    [["create", "--label", "a".repeat(201)], 2, "label"],
    [["create", "--account", "a", "--new-account"], 2, "--new-account"],
    [["create", "key_1"], 2, "'create' takes no name"],
    [["revoke"], 2, "'revoke' takes an id"],
    [["toString"], 2, "expected one of create, list, revoke"],
    [[], 2, "expected one of create, list, revoke"],
    [["list", "--data="], 2, "--data"],
    [["list", "--all"], 2, "--all"],
    [["list", "--label", "a"], 2, "'list' takes no --label"],
  ])("says in one line what is wrong with %j", async (args, code, words) => {
    const folder = await folderOf();
    await keysOf(folder)("create");
    const data = args.includes("--data=") ? [] : [`--data=${folder}`];
    const ran = await run(["keys", ...args, ...data]);
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(ran.stderr).toMatch(/^dragline: [^\n]*\n$/);
    expect(ran.stderr).toContain(words);
  });

  it("shows labels without controls", async () => {
    const folder = await folderOf();
    await keysOf(folder)("create", "--label", "a\u001b[2Jb\nkey_2");
    const { stdout } = await keysOf(folder)("list");
    expect(stdout.split("\n")).toHaveLength(4);
    expect(stdout).not.toContain("\u001b");
  });

  it("has help", async () => {
    expect((await run(["keys", "--help"])).stdout).toMatch(/^Usage: dragline keys create/);
    expect((await run(["serve", "--help"])).stdout).toMatch(/^Usage: dragline serve/);
  });
});
