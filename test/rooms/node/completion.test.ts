import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./run.ts";

/** Undefined where there is no such shell. */
function pathOf(shell: string): string | undefined {
  try {
    return execFileSync("sh", ["-c", `command -v ${shell}`], { encoding: "utf8" }).trim();
  } catch {
    return undefined;
  }
}

function titleOf(shell: string): string {
  return pathOf(shell) === undefined ? `${shell} (skipped: no ${shell})` : shell;
}

const call = promisify(execFile);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-completion-"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout } = await run(["completion", shell]);
    expect(code).toBe(0);
    await writeFile(join(folder, shell), stdout);
  }
  await mkdir(join(folder, "place/pages of mine"), { recursive: true });
  await writeFile(join(folder, "place/page.html"), "");
});
afterAll(() => rm(folder, { recursive: true }));

/** Command lines that end where TAB is pressed, and all that is offered there. */
const offered: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["dragline cra", ["crawl"]],
  ["dragline convert --hid", ["--hidden"]],
  ["dragline convert --hidden ", ["keep", "marked", "omit"]],
  ["dragline serve --engine a", ["auto"]],
  ["dragline index ", ["add", "rm", "search"]],
  ["dragline index add --cr", ["--crawl"]],
  ["dragline index search --l", ["--limit"]],
  ["dragline search --l", ["--limit"]],
  ["dragline wire search --type ", ["read", "write"]],
  ["dragline source connect ", ["cloud_key_vault", "password_vault"]],
  ["dragline completion z", ["zsh"]],
  ["dragline doctor --for post", ["postgres"]],
  ["dragline crawl x --include ", []],
  ["dragline nonsense ", []],
];

describe(`completion in ${titleOf("bash")}`, () => {
  const complete = async (words: readonly string[]): Promise<string[]> => {
    const script = `source "$1"; cd "$2"; shift 2; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
      _dragline; (( \${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ["--norc", "-c", script, "bash", join(folder, "bash"), join(folder, "place")];
    const { stdout, stderr } = await call("bash", [...args, ...words]);
    expect(stderr).toBe("");
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .toSorted();
  };

  it.skipIf(pathOf("bash") === undefined).each(offered)("completes %j", async (line, words) => {
    expect(await complete(line.split(" "))).toEqual(words);
  });

  it.skipIf(pathOf("bash") === undefined)(
    "completes values behind = and commas, and files where files are taken",
    async () => {
      expect(await complete(["dragline", "convert", "--hidden", "=", "o"])).toEqual(["omit"]);
      const list = ["dragline", "crawl", "--format", "markdown,li"];
      expect(await complete(list)).toEqual(["markdown,links"]);
      const both = ["page.html", "pages of mine"];
      expect(await complete(["dragline", "convert", "pa"])).toEqual(both);
      expect(await complete(["dragline", "convert", "--output", "pa"])).toEqual(both);
      expect(await complete(["dragline", "serve", "--data", "pa"])).toEqual(["pages of mine"]);
    },
  );
});

describe(`completion in ${titleOf("fish")}`, () => {
  const complete = async (line: string): Promise<string[]> => {
    const script = `source ${join(folder, "fish")}; cd ${join(folder, "place")}; complete -C '${line}'`;
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const { stdout } = await call("fish", ["--no-config", "-c", script], { env });
    const words = stdout.split("\n").filter((each) => each !== "");
    return words.map((each) => each.split("\t")[0] ?? "").toSorted();
  };

  it.skipIf(pathOf("fish") === undefined).each(offered)("completes %j", async (line, words) => {
    expect(await complete(line)).toEqual(words);
  });

  it.skipIf(pathOf("fish") === undefined)("completes lists and files", async () => {
    expect(await complete("dragline crawl --format markdown,li")).toEqual(["markdown,links"]);
    expect(await complete("dragline convert page.")).toEqual(["page.html"]);
    expect(await complete("dragline serve --data pa")).toEqual(["pages of mine/"]);
  });
});

describe(`completion in ${titleOf("zsh")}`, () => {
  /** The line that a terminal shows behind TAB. */
  const isShown = async (line: string, shown: string): Promise<boolean> => {
    const script = `zmodload zsh/zpty
      zpty z "TERM=dumb HOME=$2 zsh -f -i"
      zpty -w z "PROMPT=; autoload -U compinit; compinit -u -D; source $1; cd $2/place; print RE''ADY"
      zpty -r z out '*READY*'
      zpty -n -w z "$3"$'\\t'
      zpty -r z out "*$4*" && print -r -- found
      zpty -d z`;
    const args = ["-f", "-c", script, "zsh", join(folder, "zsh"), folder, line, shown];
    const { stdout } = await call("zsh", args, { timeout: 30_000 });
    return stdout === "found\n";
  };

  it.skipIf(pathOf("zsh") === undefined).each([
    ["dragline cra", "dragline crawl "],
    ["dragline convert --hid", "dragline convert --hidden="],
    ["dragline serve --engine a", "dragline serve --engine auto "],
    ["dragline index add --cr", "dragline index add --crawl "],
    ["dragline wire search --type w", "dragline wire search --type write "],
    ["dragline source connect cl", "dragline source connect cloud_key_vault "],
    ["dragline crawl --format=markdown,te", "dragline crawl --format=markdown,text"],
    ["dragline convert page.", "dragline convert page.html"],
  ])("completes %j", async (line, shown) => {
    expect(await isShown(line, shown)).toBe(true);
  });
});

describe("dragline completion", () => {
  it.each([
    [[], "got ''"],
    [["fihs"], "did you mean 'fish'?"],
    [["powershell"], "expected bash, zsh or fish; got 'powershell'"],
  ])("refuses %j", async (shells, text) => {
    const { code, stdout, stderr } = await run(["completion", ...shells]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(text)]);
  });
});
