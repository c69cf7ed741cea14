import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeVault } from "dragline/testing";
import { createCatalog } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account, membersEntry, MembersSite } from "../../wire/login-site.ts";
import { lastWords, password, TOKEN } from "../identity/members-rig.ts";
import { run, type Ran } from "../run.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

describe("dragline identity and source --remote", () => {
  let site: MembersSite;
  let rig: RemoteRig;
  beforeAll(async () => {
    site = await MembersSite.open();
    const records = new MemoryRecords();
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const fields = { website: site.origin, username: account.username, password };
    const entries = { members: { title: "Members", fields } };
    const vault = new FakeVault({ token: TOKEN, containers: { home: { name: "Home", entries } } });
    const sealer = new Sealer({ records, ring });
    const catalog = createCatalog(
      [membersEntry(), { ...membersEntry(), slug: "open", name: "Open", auth_types: [] }],
      [],
    );
    rig = await remoteRig({}, { records, sealer, catalog, vaults: [vault] });
  });
  afterAll(async () => {
    await rig[Symbol.asyncDispose]();
    await site.server[Symbol.asyncDispose]();
  });

  const cli = (args: readonly string[], stdin = ""): Promise<Ran> =>
    rig.remotely(args, { stdin: Readable.from([stdin]) });
  const lines = (word = password): string => `${site.origin}\n${account.username}\n${word}\n`;

  it("signs in with lines of stdin, lists, signs in again and removes", async () => {
    const made = await cli(["identity", "login", "members", "--name", "main"], lines());
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringMatching(/Signed in to Members as 'main' until .* UTC\.\n$/),
    ]);
    const listed = await cli(["identity", "list"]);
    expect(listed.stdout).toMatch(
      /\nmain \(default\) +members +credentials +active .*UTC +password /,
    );
    expect(lastWords(listed)).toEqual([made.stdout.trim()]);
    const json = await cli(["identity", "list", "--json", "--site", "members"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ name: "main", id: made.stdout.trim() });
    const again = await cli(["identity", "verify", "main"], lines());
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("again, until ")]);
    const gone = await cli(["identity", "rm", "main"]);
    expect(gone).toEqual({ code: 0, stdout: "", stderr: "Removed 'main' and its logins.\n" });
    expect((await cli(["identity", "list"])).stdout).toBe("");
    for (const ran of [made, listed, json, again]) {
      expect(JSON.stringify(ran)).not.toContain(password);
    }
  });

  it("connects a vault, shows it, signs in from it and disconnects it", async () => {
    const connect = ["source", "connect", "password_vault", "--name", "Home"];
    const made = await cli(connect, `${TOKEN}\n`);
    expect([made.code, made.stderr]).toEqual([0, "Connected 'Home': 1 vault (Home).\n"]);
    expect(lastWords(await cli(["source", "ls"]))).toEqual([made.stdout.trim()]);
    expect(lastWords(await cli(["source", "ls", "Home"]))).toEqual(["home"]);
    const none = await cli(["source", "ls", "Home", "home", "--domain", "nowhere.example"]);
    expect([none.code, none.stdout]).toEqual([0, ""]);
    expect(lastWords(await cli(["source", "ls", "Home", "home"]))).toEqual(["members"]);
    const verified = await cli(["source", "verify", "Home"]);
    expect([verified.code, verified.stderr]).toEqual([0, expect.stringContaining("'Home' works")]);
    const place = ["--name", "bound", "--entry", "home/members", "--field", "site=website"];
    const bound = await cli(["identity", "login", "members", "--source", "Home", ...place]);
    expect([bound.code, bound.stderr]).toEqual([0, expect.stringContaining("as 'bound'")]);
    expect((await cli(["identity", "list"])).stdout).toMatch(/ UTC +Home +\S+\n$/);
    expect((await cli(["source", "rm", "Home", "--delete-identities"])).code).toBe(0);
    expect((await cli(["identity", "list"])).stdout).toBe("");
    const wrong = await cli(connect, "ops_canary-that-is-wrong\n");
    expect([wrong.code, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toMatch(/^dragline: .* \(SOURCE_TOKEN_REJECTED\)\n$/);
    const malformed = await cli(connect, "canary-without-ops\n");
    expect([malformed.code, malformed.stdout]).toEqual([2, ""]);
    expect(JSON.stringify([made, wrong, malformed])).not.toMatch(/canary/);
  });

  it("ends with 1 and the site's code when it lets nobody in", async () => {
    const refused = await cli(["identity", "login", "members"], lines("wrong-canary"));
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("BAD_PASSWORD: ");
    expect(refused.stderr).not.toContain("wrong-canary");
  });

  it.each([
    [["identity", "login", "nowhere"], 2, "unknown site 'nowhere'; sites with a login: members\n"],
    [["identity", "login", "open"], 2, "Dragline has no login for Open"],
    [["identity", "list", "--site", "nowhere"], 2, "unknown site 'nowhere'"],
    [["identity", "rm", "nobody"], 1, "there is no identity 'nobody'"],
    [["identity", "list", "--data", "there"], 2, "--data cannot be combined with --remote"],
    [["identity", "list", "--account", "a"], 2, "--account cannot be combined with --remote"],
    [["identity", "login", "members", "--catalog", "c"], 2, "--catalog cannot be combined"],
    [["source", "ls", "--allow-host", "a"], 2, "--allow-host cannot be combined with --remote"],
    [["source", "connect", "shoe_box"], 2, "expected a kind of vault: password_vault"],
    [["source", "verify", "Nothing"], 1, "there is no vault 'Nothing'"],
  ])("ends %j with %i", async (args, code, said) => {
    const ran = await cli(args, `${account.username}\n${password}\n`);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, "", expect.stringContaining(said)]);
  });

  it("ends with 1 when the key is refused", async () => {
    const { code, stderr } = await run(["identity", "list", "--key", "dl_wrong", ...rig.at]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^dragline: .+ \([A-Z_]+\)\n$/)]);
  });
});
