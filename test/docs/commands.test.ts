import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readPages } from "../../scripts/docs/pages.ts";
import { serve, type Served } from "../served.ts";
import { newcomer, root } from "../sources.ts";
import { blocksOf, type Block } from "./blocks.ts";
import { hosts, openSite } from "./sites.ts";

const run = promisify(execFile);

/** Commands that take addresses, and would refuse those of this machine. */
const REACHING = "scrape|extract|map|crawl|index|research|monitor|agent";

const shell = (text: string): string => `dragline() {
  local flags=()
  if [[ "$1" =~ ^(${REACHING})$ && ( "$1" == research || "$*" == *127.0.0.1:* ) ]]; then flags=(--allow-host 127.0.0.1); fi
  "${process.execPath}" --conditions=dragline-source "${join(root, "src/node/bin.ts")}" "$@" "\${flags[@]}"
}
{
${text}
} 2>&1`;

/** What a text with `…` for anything means; a line of its own stands for any lines. */
function patternOf(expected: string): RegExp {
  const lines = expected.trimEnd().split("\n");
  const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const body = lines.map((line, at) => {
    const end = at === lines.length - 1 ? "\\s*" : "\\n";
    if (line.trim() === "…") return "(?:.*(?:\\n|$))*?";
    return line.trimEnd().split("…").map(literal).join(".*?") + end;
  });
  return new RegExp(`^${body.join("")}$`);
}

const isRun = ({ marks }: Block): boolean => marks.some((mark) => /^run(?::|$)/.test(mark));

interface Step {
  readonly block: Block;
  /** What it prints; undefined where the page does not say. */
  readonly output: Block | undefined;
}

function stepsOf(blocks: readonly Block[]): Step[] {
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1];
    const output = next?.marks.includes("output") === true ? next : undefined;
    return isRun(block) ? [{ block, output }] : [];
  });
}

/** `UPDATE_DOCS=1 npx vitest run test/docs/commands.test.ts` writes what the commands print into the pages. */
const isUpdated = process.env["UPDATE_DOCS"] === "1";

/** What is another in each run. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b(job|wh|mon|dl|req|sess|crawl|evt|task)_[\w-]{8,}/g, "$1_…"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "…"],
  [/("\w+Ms": ?)\d+/g, "$1…"],
  [/\d+(?:\.\d+)?(?= (?:s|ms|pages\/s)\b)/g, "…"],
];

/** Puts what was printed in the place of what a page says. */
async function correct(path: string, { code, line }: Block, printed: string): Promise<void> {
  const file = join(root, path);
  const lines = (await readFile(file, "utf8")).split("\n");
  const at = lines.findIndex((each, index) => index >= line - 1 && each.startsWith("```"));
  const length = code.split("\n").length;
  const shown = CHANGING.reduce((text, [form, to]) => text.replaceAll(form, to), printed);
  const corrected = lines.toSpliced(at + 1, length, ...shown.trimEnd().split("\n"));
  await writeFile(file, corrected.join("\n"));
}

const pages = readPages().map(({ path, text }) => ({ path, blocks: blocksOf(text) }));

describe("shell blocks of the documents", () => {
  it.each(pages)("$path says of each whether it is run", ({ blocks }) => {
    const silent = blocks.filter(
      ({ language, marks }) =>
        /^(?:sh|bash|console)$/.test(language) &&
        !marks.some((mark) => /^(?:run(?::|$)|not run: .)/.test(mark)),
    );
    expect(silent.map(({ line }) => `line ${line}`)).toEqual([]);
  });
});

describe("commands of the documents", () => {
  const sites = new Map<string, Site>();

  beforeAll(async () => {
    for (const host of hosts) sites.set(host, await openSite(host));
  });

  afterAll(async () => {
    for (const site of sites.values()) await site[Symbol.asyncDispose]();
  });

  const toLocal = (text: string): string =>
    [...sites].reduce((all, [host, { origin }]) => {
      return all.replaceAll(`https://${host}`, origin).replaceAll(host, new URL(origin).host);
    }, text);

  const toShown = (text: string): string =>
    [...sites].reduce((all, [host, { origin }]) => {
      return all
        .replaceAll(origin, `https://${host}`)
        .replaceAll(new URL(origin).host, host)
        .replaceAll(new URL(origin).host.replace(":", "_"), host);
    }, text);

  const withCommands = pages.filter(({ blocks }) => blocks.some(isRun));

  it.each(withCommands)(
    "$path prints what it says",
    async ({ path, blocks }) => {
      const folder = await mkdtemp(join(tmpdir(), "dragline-docs-"));
      const env: Record<string, string | undefined> = {
        ...newcomer(folder),
        PUPPETEER_EXECUTABLE_PATH: process.env["PUPPETEER_EXECUTABLE_PATH"] ?? "/usr/bin/chromium",
      };
      let service: Served | undefined;
      if (blocks.some(({ marks }) => marks.includes("run: service"))) {
        const own = await mkdtemp(join(tmpdir(), "dragline-docs-service-"));
        const flags = ["--allow-host", "127.0.0.1", "--allow-callback-host", "127.0.0.1"];
        const served = await serve(["serve", ...flags, "--port", "0", "--data", own], folder);
        onTestFinished(async () => void (await served.stop()));
        env["KEY"] = served.key;
        service = served;
      }
      const origin = service?.origin ?? "http://localhost:3000";
      const corrections: (() => Promise<void>)[] = [];
      for (const { block, output } of stepsOf(blocks)) {
        const text = toLocal(block.code)
          .replaceAll("http://localhost:3000", origin)
          .replaceAll("localhost:3000", new URL(origin).host);
        const done = await run("bash", ["-e", "-c", shell(text)], { cwd: folder, env }).catch(
          (error: unknown) => error as { readonly stdout: string; readonly code?: number },
        );
        const printed = toShown(done.stdout)
          // What bulk says every five seconds, where a machine is that slow.
          .replaceAll(/^[\d,]+ pages? · [^\n]* failed[^\n]*\n/gm, "")
          .replaceAll(origin, "http://localhost:3000")
          .replaceAll(/^[^\S\n]+$|[^\S\n]+$/gm, "");
        const place = `${path}:${block.line}`;
        if (isUpdated && output !== undefined && !patternOf(output.code).test(printed)) {
          corrections.unshift(() => correct(path, output, printed));
        } else if (output === undefined) expect("code" in done, `${place}\n${printed}`).toBe(false);
        else expect(printed, place).toMatch(patternOf(output.code));
      }
      for (const each of corrections) await each();
      await rm(folder, { recursive: true, force: true });
    },
    300_000,
  );
});
