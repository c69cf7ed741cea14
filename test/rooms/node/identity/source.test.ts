import { VaultError } from "dragline/vault";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { filesWith, lastWords, membersRig, password, TOKEN, type Rig } from "./members-rig.ts";

const connect = ["source", "connect", "password_vault", "--name", "Home"];
const bind = ["identity", "login", "members", "--source", "Home", "--name", "bound"];
const place = ["--entry", "home/members", "--field", "site=website"];

async function connected(): Promise<Rig> {
  const rig = await membersRig();
  expect((await rig.withVault(connect, `${TOKEN}\n`)).code).toBe(0);
  return rig;
}

describe("dragline source", () => {
  it("connects a vault, verifies, lists and disconnects it", async () => {
    const rig = await membersRig();
    const made = await rig.withVault(connect, `${TOKEN}\n`);
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringContaining("Connected 'Home': 1 vault (Home \\u001b]0;owned\\u0007).\n"),
    ]);
    const id = made.stdout.trim();
    const listed = await rig.withVault(["source", "ls"]);
    expect(listed.stdout).toMatch(/^NAME .*\nHome +password_vault +active +.* UTC +\S+\n$/);
    expect(lastWords(listed)).toEqual([id]);
    const verified = await rig.withVault(["source", "verify", "Home"]);
    expect([verified.code, verified.stderr]).toEqual([
      0,
      expect.stringContaining("The access to 'Home' works: 1 vault"),
    ]);
    expect(await rig.withVault(["source", "rm", id])).toMatchObject({
      code: 0,
      stderr: "Disconnected 'Home'; its logins have expired.\n",
    });
    expect((await rig.withVault(["source", "ls", "--json"])).stdout).toBe("");
  });

  it("shows containers, and entries without values and commands to the terminal", async () => {
    const rig = await connected();
    const containers = await rig.withVault(["source", "ls", "Home"]);
    expect(lastWords(containers)).toEqual(["home"]);
    const entries = await rig.withVault(["source", "ls", "Home", "home"]);
    expect(entries.stdout).toMatch(/\nMembers \\u001b\[2J +https:\/\/members\.example +members\n/);
    expect(lastWords(entries)).toEqual(["members", "pin"]);
    const found = await rig.withVault(["source", "ls", "Home", "home", "--domain", "EXAMPLE"]);
    expect(lastWords(found)).toEqual(["members"]);
    const json = await rig.withVault(["source", "ls", "Home", "home", "--json"]);
    expect(JSON.parse(json.stdout.split("\n")[0] ?? "")).toMatchObject({ id: "members" });
    for (const { stdout } of [containers, entries]) expect(stdout).not.toContain("\u001b");
    for (const { stdout } of [entries, json]) expect(stdout).not.toContain(password);
  });

  it("signs in from the vault, and again without being asked", async () => {
    const rig = await connected();
    const made = await rig.withVault([...bind, ...place]);
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringContaining("Signed in to Members as 'bound'"),
    ]);
    expect((await rig.withVault(["identity", "list"])).stdout).toMatch(/ UTC +Home +\S+\n$/);
    const again = await rig.withVault(["identity", "verify", "bound"]);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("again")]);
    expect(rig.site.sessions.size).toBe(2);
    const pin = ["--field", "password=/pin#value"];
    const other = await rig.withVault([...bind, "--name", "pinned", ...place, ...pin]);
    expect(other.code).toBe(0);
    await rig.withVault(["source", "rm", "Home", "--delete-identities"]);
    expect((await rig.withVault(["identity", "list"])).stdout).toBe("");
  });

  it("leaves no token and no password in output and files", async () => {
    const rig = await connected();
    const told = [
      await rig.withVault([...bind, ...place]),
      await rig.withVault(["source", "ls", "--json"]),
      await rig.withVault(["identity", "list", "--json"]),
      await rig.withVault(["source", "verify", "Home", "--json"]),
    ];
    for (const secret of [TOKEN, password]) {
      expect(await filesWith(rig.folder, secret)).toEqual([]);
      expect(JSON.stringify(told)).not.toContain(secret);
    }
  });

  it("ends with 1 when the vault refuses, and 2 for what is no token", async () => {
    const rig = await membersRig();
    const refused = await rig.withVault(connect, "ops_canary-that-is-wrong\n");
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/dragline: SOURCE_TOKEN_REJECTED: /);
    const malformed = await rig.withVault(connect, "canary-without-ops\n");
    expect([malformed.code, malformed.stdout]).toEqual([2, ""]);
    const real = await rig.cli(connect, "ops_canary-that-is-none\n");
    expect(real.code).toBe(2);
    expect(JSON.stringify([refused, malformed, real])).not.toContain("canary");
    expect((await rig.withVault(["source", "ls"])).stdout).toBe("");
  });

  it("tells a vault that lets nobody in any more", async () => {
    const rig = await connected();
    rig.vault.token = "ops_rotated";
    const { code, stderr } = await rig.withVault(["source", "verify", "Home"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("SOURCE_AUTH_FAILED: ")]);
    expect((await rig.withVault(["source", "ls"])).stdout).toContain(" revoked ");
    const failure = new VaultError("SOURCE_UNREACHABLE", { message: "It is off.", details: {} });
    rig.vault.failNext(failure);
    const unreachable = await rig.withVault(connect, `${TOKEN}\n`);
    expect([unreachable.code, unreachable.stderr]).toEqual([
      1,
      expect.stringContaining("SOURCE_UNREACHABLE: "),
    ]);
  });

  it.each([
    [["connect", "toaster"], "expected a kind of vault: cloud_key_vault (Azure Key Vault)"],
    [["connect"], "takes a kind of vault"],
    [["connect", "password_vault", "--method", "magic"], "--method takes one of: "],
    [["connect", "password_vault", "--param", "token=canary"], "'token' is a secret"],
    [["connect", "cloud_key_vault"], "stdin ended before 'client_id'"],
    [["verify"], "takes an identity source"],
    [["ls", "a", "b", "c"], "takes at most an identity source and a container"],
    [["ls", "--name", "a"], "'ls' takes no --name"],
    [[], "expected one of connect, verify, ls, rm"],
  ])("says in one line what is wrong with %j", async (args, words) => {
    const rig = await membersRig();
    await run(["keys", "create", "--data", rig.data]);
    const { code, stdout, stderr } = await rig.cli(["source", ...args], "canary\n");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/(?:^|\n)dragline: [^\n]*\n$/);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("canary");
  });

  it("ends with 1 for a source that is not there", async () => {
    const rig = await connected();
    for (const args of [["verify"], ["rm"], ["ls"]]) {
      const { code, stderr } = await rig.withVault(["source", ...args, "Work"]);
      expect([code, stderr]).toEqual([
        1,
        "dragline: there is no vault 'Work'; try: dragline source ls\n",
      ]);
    }
    await rig.withVault(connect, `${TOKEN}\n`);
    const two = await rig.withVault(["source", "verify", "Home"]);
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining("2 have the name 'Home'")]);
  });

  it("has help", async () => {
    expect((await run(["source", "--help"])).stdout).toMatch(/^Usage: dragline source connect/);
  });
});
