import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { FakeVault } from "dragline/testing";
import { onTestFinished } from "vitest";
import { createIdentityCommand } from "../../../../src/node/commands/identity.ts";
import { createSourceCommand } from "../../../../src/node/commands/source.ts";
import type { Command } from "../../../../src/node/command.ts";
import { exitCodes, UsageError, type Terminal } from "../../../../src/node/terminal/terminal.ts";
import { actionOf } from "../../wire/actions.ts";
import { account, membersEntry, MembersSite, readsMe } from "../../wire/login-site.ts";
import { run, type Ran } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";

/** Never where somebody could read it: the site's password, and the vault's token. */
export const password = account.password;
export const TOKEN = "ops_canary-of-the-vault";

/** A site with members, a catalog of it, and a data folder. */
export interface Rig {
  readonly site: MembersSite;
  readonly folder: string;
  readonly data: string;
  readonly vault: FakeVault;
  /** Flags of all verbs. */
  readonly flags: readonly string[];
  /** What a program writes to stdin for a login. */
  readonly lines: string;
  /** Runs the command line. */
  cli(args: readonly string[], stdin?: string): Promise<Ran>;
  /** Runs a command over the vault of the rig. */
  withVault(args: readonly string[], stdin?: string): Promise<Ran>;
}

/** All of it goes with the test. */
export async function membersRig(name = "Members"): Promise<Rig> {
  const site = await MembersSite.open();
  onTestFinished(() => site.server[Symbol.asyncDispose]());
  const folder = await temporaryFolder();
  const catalog = join(folder, "catalog");
  await mkdir(join(catalog, "members/actions"), { recursive: true });
  await writeFile(join(catalog, "members/site.json"), JSON.stringify(membersEntry({ name })));
  const me = JSON.stringify(actionOf(readsMe).body);
  await writeFile(join(catalog, "members/actions/get_me.json"), me);
  const data = join(folder, "data");
  const flags = ["--data", data, "--catalog", catalog, "--allow-host", "127.0.0.1"];
  const vault = vaultOf(site.origin);
  return {
    site,
    folder,
    data,
    vault,
    flags,
    lines: `${site.origin}\n${account.username}\n${password}\n`,
    cli: (args, stdin = "") => run([...args, ...flags], { stdin: Readable.from([stdin]) }),
    withVault: async ([word = "", ...args], stdin = "") => {
      const make = word === "source" ? createSourceCommand : createIdentityCommand;
      return await caught(make([vault]), [...args, ...flags], stdin);
    },
  };
}

function vaultOf(site: string): FakeVault {
  return new FakeVault({
    token: TOKEN,
    containers: {
      home: {
        name: "Home \u001b]0;owned\u0007",
        entries: {
          members: {
            title: "Members \u001b[2J",
            urls: [{ href: "https://members.example", label: "site" }],
            fields: { website: site, username: account.username, password },
          },
          pin: { fields: { value: password } },
        },
      },
    },
  });
}

/** What `runCli` makes of a command; the exit codes of its errors too. */
async function caught(command: Command, args: readonly string[], stdin: string): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const sink = (name: "stdout" | "stderr") => ({
    write(text: string, done?: () => void) {
      said[name] += text;
      done?.();
      return true;
    },
  });
  const { signal } = new AbortController();
  const streams = { stdout: sink("stdout"), stderr: sink("stderr") } as unknown as Terminal;
  const terminal = { ...streams, stdin: Readable.from([stdin]), env: {}, signal };
  try {
    return { code: await command.run(args, terminal), ...said };
  } catch (error) {
    const stderr = `${said.stderr}dragline: ${(error as Error).message}\n`;
    return {
      code: error instanceof UsageError ? exitCodes.usage : exitCodes.failed,
      ...said,
      stderr,
    };
  }
}

/** The files below a folder that hold a text as it is, in base64 or in JSON. */
export async function filesWith(folder: string, secret: string): Promise<string[]> {
  const forms = [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")].map((form) =>
    Buffer.from(form),
  );
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return files.filter((_, at) => forms.some((form) => contents[at]?.includes(form)));
}

/** The ids of a table's lines, or the last words of them. */
export function lastWords({ stdout }: Ran): string[] {
  const [, ...lines] = stdout.trimEnd().split("\n");
  return lines.map((line) => line.split(/\s+/).at(-1) ?? "");
}
