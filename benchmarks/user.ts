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

/**
 * Loaded before a program, prints its peak memory in kilobytes last. What `resourceUsage` says begins
 * with the peak of the process that has started it; that of Linux's own table does not.
 */
const TELL = `import { readFileSync } from "node:fs";
process.on("exit", () => process._rawDebug(/VmHWM:\\s+\\d+/.exec(readFileSync("/proc/self/status", "utf8"))[0]));`;

/** Every so-many-th real page is converted in bulk: some 45 MB. */
const EVERY = 4;

/** What is measured. */
interface Placed {
  /** Arguments for node. */
  readonly program: readonly string[];
  /** The repository's when absent. */
  readonly cwd?: string;
  /** Whether it may end with a code other than 0, as doctor does where something is missing. */
  readonly mayFail?: boolean;
}

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

/** What npm says of a package that it has packed. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

/** Installs the package as it would be published; tells its weight. */
function install(folder: string): string[][] {
  const npm = (args: readonly string[], cwd: string): string =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  npm(["run", "--silent", "build"], root);
  const packing = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(npm(packing, root)) as readonly [Packed];
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
  const pages = benchmarkPages("full").filter((_, at) => at % EVERY === 0);
  const lines = pages.map((html, id) => JSON.stringify({ id, html }));
  writeFileSync(input, `${lines.join("\n")}\n`);
  const bytes = statSync(input).size;
  const bin = join(folder, "node_modules/dragline/dist/bin.js");
  const peer = join(import.meta.dirname, "turndown-threads.mjs");
  const converting = [bin, "convert", input, "--jsonl", "--output", join(folder, "out")];
  const ours = (threads: string, ...flags: string[]): Placed => {
    return { program: [...converting, "--threads", threads, ...flags] };
  };
  const theirs = (threads: string): Placed => {
    return { program: [peer, input, join(folder, "out-peer"), threads] };
  };
  const costOf = await takeTurns(
    rounds,
    new Map([
      ["one", ours("1")],
      ["two", ours("2")],
      ["mainOne", ours("1", "--main")],
      ["mainTwo", ours("2", "--main")],
      ["peerOne", theirs("1")],
      ["peerTwo", theirs("2")],
    ]),
  );
  const x = (slow: string, fast: string): string =>
    `${(costOf(slow).ms / costOf(fast).ms).toFixed(2)} x`;
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
  const importing = (path: string, cwd = folder): Placed => {
    return { program: ["--input-type=module", "-e", `await import("${path}")`], cwd };
  };
  const command = (...argv: string[]): Placed => {
    return { program: [join(folder, "node_modules/dragline/dist/bin.js"), ...argv], cwd: folder };
  };
  const pages = join(root, "examples/pages");
  const page = join(pages, readdirSync(pages)[0] ?? "");
  const peers = join(import.meta.dirname, "node_modules");
  const rows: readonly (readonly [name: string, placed: Placed, goal: string])[] = [
    ["import dragline/service", importing("dragline/service"), "<= 12 x, <= 120 MB"],
    ["import dragline/scraper", importing("dragline/scraper"), "<= 7 x"],
    ["import dragline/converter", importing("dragline/converter"), "<= 4 x"],
    ["import dragline/wire", importing("dragline/wire"), "<= 8 x"],
    ["import @crawlee/cheerio", importing("@crawlee/cheerio", peers), ""],
    ["import puppeteer-core", importing("puppeteer-core", peers), ""],
    ["dragline convert, one page", command("convert", page), "<= 3 x"],
    ["dragline serve --help", command("serve", "--help"), "<= 2.5 x"],
    ["dragline doctor", { ...command("doctor"), mayFail: true }, "<= 6 x"],
  ];
  const nothing: Placed = { program: ["-e", "0"], cwd: folder };
  const programs = new Map([
    ["node -e 0", nothing],
    ...rows.map(([name, placed]) => [name, placed] as const),
  ]);
  const costOf = await takeTurns(2 * rounds + 1, programs);
  return rows.map(([name, , goal]) => {
    const { ms, memory } = costOf(name);
    const ratio = ms / costOf("node -e 0").ms;
    return [name, `${ratio.toFixed(1)} x, ${(memory / MEGABYTE).toFixed(0)} MB`, "node -e 0", goal];
  });
}

/** The median cost of each program, by its name; they take turns, in reversed order every other round. */
async function takeTurns(
  rounds: number,
  programs: ReadonlyMap<string, Placed>,
): Promise<(name: string) => Cost> {
  const costs = new Map<string, Cost[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, placed] of round % 2 === 0 ? programs : [...programs].toReversed()) {
      costs.set(name, [...(costs.get(name) ?? []), await cost(placed)]);
    }
  }
  return (name) => {
    const list = costs.get(name) ?? [];
    return {
      ms: median(list.map(({ ms }) => ms)),
      memory: median(list.map(({ memory }) => memory)),
    };
  };
}

async function cost({ program, cwd = root, mayFail = false }: Placed): Promise<Cost> {
  const tell = `data:text/javascript,${encodeURIComponent(TELL)}`;
  const started = performance.now();
  const { stderr } = await run(process.execPath, ["--import", tell, ...program], {
    cwd,
    maxBuffer: 512 * MEGABYTE,
  }).catch((error: unknown) => {
    if (!mayFail) throw error;
    return error as { readonly stderr: string };
  });
  const ms = performance.now() - started;
  const memory = Number(/VmHWM:\s+(\d+)/.exec(stderr)?.[1]) * 1024;
  if (!(memory > 0)) throw new Error(`${program.join(" ")} failed: ${stderr}`);
  return { ms, memory };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
