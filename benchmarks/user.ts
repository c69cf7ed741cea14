// What one who uses Dragline waits for and keeps: the package as npm installs it, its import paths and
// its commands as new processes, pages in bulk. `npm run bench -- user` prints the table.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { benchmarkPages } from "./pages.ts";
import { measureRounds } from "./measure-rounds.ts";
import { table } from "./table.ts";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);
const MEGABYTE = 1e6;

/** A process that ran: its milliseconds, and the most memory it had, in bytes. */
interface Cost {
  readonly ms: number;
  readonly memory: number;
}

/** Prints its peak memory last; a command does so as well when it is loaded before. */
const TELL = `process.on("exit", () => process._rawDebug("rss " + process.resourceUsage().maxRSS));`;

/** What is measured: the program's arguments for node. */
type Program = readonly string[];

/** @param rounds of each figure, of which the median counts */
export async function measureUser({ rounds }: { readonly rounds: number }): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "dragline-user-"));
  try {
    const weight = install(folder);
    const rows: string[][] = [["what", "Dragline", "beside", "goal"]];
    rows.push(...(await inProcess(rounds)));
    rows.push(...(await inBulk(folder, rounds)));
    rows.push(...(await atStart(folder, rounds)));
    rows.push(...weight);
    return table(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs the package as it would be published; tells its weight. */
function install(folder: string): string[][] {
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  npm(["run", "--silent", "build"], root);
  const packing = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(npm(packing, root)) as readonly [
    {
      readonly filename: string;
      readonly size: number;
      readonly unpackedSize: number;
      entryCount: number;
    },
  ];
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(["install", "--no-audit", "--no-fund", "--omit=peer", `./${packed.filename}`], folder);
  const installed = join(folder, "node_modules");
  const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return [
    ["tarball", megabytes(packed.size), "", "<= 3 MB"],
    ["installed, with what it depends on", megabytes(sizeOf(installed)), "", "<= 45 MB"],
    ["ours of that", megabytes(packed.unpackedSize), "", "<= 12 MB"],
    ["files of ours", String(packed.entryCount), "", "<= 800"],
  ];
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Conversion and extraction in a process that is warm, by the cases of the same names. */
async function inProcess(rounds: number): Promise<string[][]> {
  const ratio = async (
    name: string,
    [ours, theirs]: readonly [string, string],
  ): Promise<string> => {
    const plan = { name, variants: [ours, theirs], rounds, size: "full" } as const;
    const measured = await measureRounds(plan, (_, reason) => {
      throw reason;
    });
    const figure = (variant: string) => median((measured.get(variant) ?? []).map((m) => m.figure));
    return `${(figure(ours) / figure(theirs)).toFixed(2)} x`;
  };
  const byDefault = "without hidden text";
  return [
    ["markdown of a page", await ratio("markdown", [byDefault, "turndown"]), "turndown", ">= 20 x"],
    ["", await ratio("markdown", [byDefault, "mdream"]), "mdream (native)", ">= 1 x"],
    [
      "createConverterPool",
      await ratio("converter", ["pool", "in-process"]),
      "one thread",
      ">= 1.8 x",
    ],
    [
      "extraction beyond the parse",
      await ratio("extract", ["parse", "extraction"]),
      "x the parse",
      "",
    ],
  ];
}

/** `convert --jsonl`, beside a script with as many threads. */
async function inBulk(folder: string, rounds: number): Promise<string[][]> {
  const input = join(folder, "pages.jsonl");
  const lines = benchmarkPages("full").map((html, id) => JSON.stringify({ id, html }));
  writeFileSync(input, `${lines.join("\n")}\n`);
  const bytes = statSync(input).size;
  const bin = join(folder, "node_modules/dragline/dist/bin.js");
  const peer = join(import.meta.dirname, "turndown-threads.mjs");
  const ours = (threads: number, ...flags: string[]): Program => [
    bin,
    "convert",
    input,
    "--jsonl",
    "--threads",
    String(threads),
    "--output",
    join(folder, "out"),
    ...flags,
  ];
  const costs = await takeTurns(rounds, {
    one: ours(1),
    two: ours(2),
    mainOne: ours(1, "--main"),
    mainTwo: ours(2, "--main"),
    peerOne: [peer, input, join(folder, "out-peer"), "1"],
    peerTwo: [peer, input, join(folder, "out-peer"), "2"],
  });
  const x = (slow: keyof typeof costs, fast: keyof typeof costs): string =>
    `${(costs[slow].ms / costs[fast].ms).toFixed(2)} x`;
  const size = `${(bytes / MEGABYTE).toFixed(0)} MB`;
  return [
    [`convert --jsonl, ${size}, 1 thread`, x("peerOne", "one"), "turndown, 1 worker", ">= 12 x"],
    ["2 threads", x("peerTwo", "two"), "turndown, 2 workers", ">= 12 x"],
    ["", x("one", "two"), "1 thread", ">= 1.8 x"],
    ["the same with --main", x("mainOne", "mainTwo"), "1 thread", ">= 1.8 x"],
  ];
}

/** Import paths and commands, beside a node that does nothing. */
async function atStart(folder: string, rounds: number): Promise<string[][]> {
  const importing = (path: string): Program => [
    "--input-type=module",
    "-e",
    `await import(${JSON.stringify(path)})`,
  ];
  const bin = join(folder, "node_modules/dragline/dist/bin.js");
  const page = join(root, "examples/pages", readdirSync(join(root, "examples/pages"))[0] ?? "");
  const peers = join(import.meta.dirname, "node_modules");
  const programs: Record<
    string,
    { readonly program: Program; readonly cwd?: string; readonly goal: string }
  > = {
    "import dragline/service": {
      program: importing("dragline/service"),
      goal: "<= 12 x, <= 120 MB",
    },
    "import dragline/scraper": { program: importing("dragline/scraper"), goal: "<= 7 x" },
    "import dragline/converter": { program: importing("dragline/converter"), goal: "<= 4 x" },
    "import dragline/wire": { program: importing("dragline/wire"), goal: "<= 8 x" },
    "import @crawlee/cheerio": { program: importing("@crawlee/cheerio"), cwd: peers, goal: "" },
    "import puppeteer-core": { program: importing("puppeteer-core"), cwd: peers, goal: "" },
    "dragline convert, one page": { program: [bin, "convert", page], goal: "<= 3 x" },
    "dragline serve --help": { program: [bin, "serve", "--help"], goal: "<= 2.5 x" },
    "dragline doctor": { program: [bin, "doctor"], goal: "<= 6 x" },
  };
  const plan = Object.entries(programs).map(([name, { program, cwd }]) => [
    name,
    { program, cwd: cwd ?? folder },
  ]);
  const costs: Readonly<Record<string, Cost>> = await takeTurns<string>(2 * rounds + 1, {
    nothing: { program: ["-e", "0"], cwd: folder },
    ...(Object.fromEntries(plan) as Record<string, Placed>),
  });
  const nothing = costs["nothing"]?.ms ?? Number.NaN;
  return Object.entries(programs).map(([name, { goal }]) => {
    const { ms = Number.NaN, memory = Number.NaN } = costs[name] ?? {};
    const figures = `${(ms / nothing).toFixed(1)} x, ${(memory / MEGABYTE).toFixed(0)} MB`;
    return [name, figures, "node -e 0", goal];
  });
}

interface Placed {
  readonly program: Program;
  readonly cwd: string;
}

/** The median cost of each program; they take turns, in reversed order every other round. */
async function takeTurns<Name extends string>(
  rounds: number,
  programs: Readonly<Record<Name, Program | Placed>>,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(programs) as Name[];
  const costs = new Map<Name, Cost[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const given = programs[name];
      const { program, cwd } = "program" in given ? given : { program: given, cwd: root };
      costs.get(name)?.push(await cost(program, cwd));
    }
  }
  const medianOf = (list: readonly Cost[]): Cost => ({
    ms: median(list.map(({ ms }) => ms)),
    memory: median(list.map(({ memory }) => memory)),
  });
  return Object.fromEntries([...costs].map(([name, list]) => [name, medianOf(list)])) as Record<
    Name,
    Cost
  >;
}

async function cost(program: Program, cwd: string): Promise<Cost> {
  const tell = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const started = performance.now();
  // A command may end with a code of its own, as doctor does where something is missing.
  const { stderr } = await run(process.execPath, ["--import", tell, ...program], {
    cwd,
    maxBuffer: 512 * MEGABYTE,
  }).catch((error: unknown) => error as { readonly stderr: string });
  const ms = performance.now() - started;
  const memory = Number(/rss (\d+)/.exec(stderr)?.[1]) * 1024;
  if (!(memory > 0)) throw new Error(`${program.join(" ")} failed: ${stderr}`);
  return { ms, memory };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
