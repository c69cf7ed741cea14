import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { filesWith, lastWords, membersRig, password } from "./members-rig.ts";

const login = ["identity", "login", "members"];

describe("dragline identity", () => {
  it("signs in with lines of stdin, lists, signs in again and removes", async () => {
    const rig = await membersRig();
    const made = await rig.cli([...login, "--name", "main"], rig.lines);
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.stringMatching(/Signed in to Members as 'main' until \d{4}-\d\d-\d\d [\d:]+ UTC\.\n$/),
    ]);
    const id = made.stdout.trim();
    const listed = await rig.cli(["identity", "list"]);
    expect(listed.stdout.split("\n")).toEqual([
      expect.stringMatching(/^NAME +SITE +LOGIN +STATE +UNTIL +FROM +ID$/),
      expect.stringMatching(/^main \(default\) +members +credentials +active .*UTC +password /),
      "",
    ]);
    expect(lastWords(listed)).toEqual([id]);
    const json = JSON.parse((await rig.cli(["identity", "list", "--json"])).stdout) as object;
    expect(json).toMatchObject({ id, name: "main", credentials: [{ status: "active" }] });

    const again = await rig.cli(["identity", "verify", "main"], rig.lines);
    expect([again.code, again.stdout, again.stderr]).toEqual([
      0,
      "",
      expect.stringContaining("Signed in as 'main' again, until "),
    ]);
    expect(await rig.cli(["identity", "rm", id])).toEqual({
      code: 0,
      stdout: "",
      stderr: "Removed 'main' and its logins.\n",
    });
    expect(await rig.cli(["identity", "list"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("takes JSON, and fields that are no secret as flags", async () => {
    const rig = await membersRig();
    const fields = { site: rig.site.origin, username: "ann", password };
    const json = await rig.cli(
      [...login, "--stdin", "json", "--json"],
      JSON.stringify(fields, null, 2),
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ status: "verified", identity_name: "ann" });
    const params = ["--param", `site=${rig.site.origin}`, "--param", "username=ann"];
    const flagged = await rig.cli([...login, "--name", "two", ...params], `${password}\r\n`);
    expect(flagged.code).toBe(0);
    const unended = await rig.cli([...login, "--name", "three", ...params], password);
    expect(unended.code).toBe(0);
  });

  it("ends with 1 and the site's code when it lets nobody in", async () => {
    const rig = await membersRig();
    const refused = await rig.cli(login, rig.lines.replace(password, "wrong-canary"));
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("BAD_PASSWORD: ");
    expect(refused.stderr).not.toContain("wrong-canary");
    const code = await rig.cli(login, rig.lines.replace("ann", "code"));
    expect([code.code, code.stderr]).toEqual([1, expect.stringContaining("MFA_REQUIRED: ")]);
    expect((await rig.cli(["identity", "list"])).stdout).toBe("");
  });

  it("leaves no password in output and files", async () => {
    const rig = await membersRig();
    const made = await rig.cli(login, rig.lines);
    const lists = await Promise.all([
      rig.cli(["identity", "list"]),
      rig.cli(["identity", "list", "--json"]),
    ]);
    const [session = "none"] = rig.site.sessions;
    for (const secret of [password, session]) {
      expect(await filesWith(rig.folder, secret)).toEqual([]);
      expect(JSON.stringify([made, lists])).not.toContain(secret);
    }
    // The search finds what is there.
    expect(await filesWith(rig.folder, "Members")).not.toEqual([]);
  });

  it.each([
    [["login", "members", "--param", "password=canary-in-argv"], "is a secret"],
    [["login", "members", "--param", "nothing=canary-in-argv"], "names: site, username"],
    [["login", "members", "--param", "username=a", "--param", "username=b"], "was given twice"],
    [["login", "nowhere"], "sites with a login: discourse, gitlab"],
    [["login", "github"], "Dragline has no login for GitHub"],
    [["login"], "takes the site"],
    [["login", "members", "other"], "takes the site"],
    [["login", "members", "--stdin", "lines"], "--stdin takes json"],
    [["login", "members", "--stdin", "json"], "stdin is not a JSON object"],
    [["login", "members"], "stdin ended before 'username'"],
    [["login", "members", "--entry", "a/b"], "--entry and --field need --source"],
    [["login", "members", "--source", "a"], "--source needs --name"],
    [
      ["login", "members", "--source", "a", "--stdin", "json"],
      "cannot be combined with --param or --stdin",
    ],
    [["login", "members", "--source", "a", "--name", "b"], "--entry takes CONTAINER/KEY"],
    [["login", "members", "--method", "a"], "Unknown option '--method'"],
    [["list", "--name", "a"], "'list' takes no --name"],
    [["list", "--site", "nowhere"], "unknown site 'nowhere'"],
    [["login", "members", "--account", "none"], "there is no account with this id"],
    [["toString"], "expected one of login, verify, list, rm"],
    [["rm"], "takes an identity"],
    [["rm", ""], "takes an identity"],
    [["list", "--all"], "--all"],
  ])("says in one line what is wrong with %j", async (args, words) => {
    const rig = await membersRig();
    // So that there is a service.
    await run(["keys", "create", "--data", rig.data]);
    const { code, stdout, stderr } = await rig.cli(["identity", ...args], "canary-of-stdin\n");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^dragline: [^\n]*\n$/);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("canary");
  });

  it("names no identity twice, and none that is not there", async () => {
    const rig = await membersRig();
    await rig.cli([...login, "--name", "main"], rig.lines);
    const gone = await rig.cli(["identity", "rm", "other"]);
    expect([gone.code, gone.stderr]).toEqual([
      1,
      "dragline: there is no identity 'other'; try: dragline identity list\n",
    ]);
    const missing = await rig.cli(login, `${rig.site.origin}\n\n\n`);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("username")]);
  });

  it("makes no folder to list, verify or remove", async () => {
    const folder = join(await temporaryFolder(), "data");
    for (const args of [["list"], ["verify", "a"], ["rm", "a"]]) {
      expect(await run(["identity", ...args, "--data", folder])).toEqual({
        code: 1,
        stdout: "",
        stderr: `dragline: there is no service in '${folder}'\n`,
      });
    }
    expect(existsSync(folder)).toBe(false);
  });

  it("shows names without commands to the terminal", async () => {
    const rig = await membersRig("Members \u001b]0;owned\u0007");
    const name = "main \u001b[2J";
    const made = await rig.cli([...login, "--name", name], rig.lines);
    const { stdout } = await rig.cli(["identity", "list"]);
    expect(stdout).toContain("main \\u001b[2J");
    for (const text of [stdout, made.stderr]) expect(text).not.toContain("\u001b");
  });

  it("has help that says where secrets come from", async () => {
    const { stdout } = await run(["identity", "--help"]);
    expect(stdout).toMatch(/^Usage: dragline identity login SITE/);
    expect(stdout).toContain("Secrets are never arguments");
  });
});
