import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "../sources.ts";

/** How a process ended. */
type Exit = readonly [code: number | null, signal: string | null];

/** What a process that was killed ends with. */
export const KILLED: Exit = [null, "SIGKILL"];

/** A process of a test, which it may kill. Disposing it kills it. */
export class Child implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly exit: Promise<Exit>;

  /** @param cache a folder of what it compiles: each of many would compile the same files */
  constructor(file: string, argv: readonly string[], cache?: string) {
    this.process = fork(file, argv, {
      execArgv: ["--conditions=dragline-source"],
      env: { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) },
      stdio: "inherit",
    });
    this.exit = once(this.process, "exit") as Promise<[number | null, string | null]>;
  }

  get isAlive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** The next message of the process. */
  async message<Message>(): Promise<Message> {
    const [message] = (await once(this.process, "message")) as [Message];
    return message;
  }

  send(message: object | string): void {
    this.process.send(message);
  }

  /** Kills it at once; resolves when it is gone. */
  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.exit;
  }

  /**
   * Lets it live, but no longer than so many milliseconds from its first message on: however long it
   * took to load, its life begins when it says that it is there.
   */
  async life(longestMs: number): Promise<Exit> {
    let timer: NodeJS.Timeout | undefined;
    this.process.once("message", () => {
      timer = setTimeout(() => this.process.kill("SIGKILL"), longestMs);
    });
    const exit = await this.exit;
    clearTimeout(timer);
    return exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isAlive) await this.kill();
  }
}

/** Processes of one program, of which some load while another lives. */
export class Children implements AsyncDisposable {
  readonly #start: () => Child;
  readonly #count: number;
  readonly #ready: Child[] = [];

  /** @param count that are loaded or loading at a time */
  constructor(start: () => Child, count = 3) {
    this.#start = start;
    this.#count = count;
  }

  /** The one that has loaded for longest; it is the caller's. */
  next(): Child {
    while (this.#ready.length < this.#count) this.#ready.push(this.#start());
    return this.#ready.shift() ?? this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#ready.map((child) => child[Symbol.asyncDispose]()));
  }
}

/** A program as one file, which loads in a third of the time; disposing it removes its folder. */
export class Program implements AsyncDisposable {
  /** Where it is, and where its test may keep what it shares with it. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @param input the program, from the folder of the tests */
  static async bundle(input: string): Promise<Program> {
    const { rolldown } = await import("rolldown");
    // Within the package, so that packages which are not part of it are found.
    const folder = await mkdtemp(join(root, "node_modules/.killed-"));
    const resolve = { conditionNames: ["dragline-source", "node", "import"] };
    // The build puts threads and the catalog beside the code; a clean clone has no build.
    const threads = globSync("src/**/*-worker.ts", { cwd: root })
      .filter((file) => /parentPort|serveJobs/.test(readFileSync(join(root, file), "utf8")))
      .map((file) => [basename(file, ".ts"), join(root, file)]);
    const bundle = await rolldown({
      input: { child: join(root, "test", input), ...Object.fromEntries(threads) },
      platform: "node",
      external: ["pg"],
      resolve,
    });
    const entryFileNames = ({ name }: { name: string }): string =>
      name === "child" ? "child.mjs" : `${name}.js`;
    await bundle.write({ dir: folder, format: "esm", entryFileNames });
    await bundle.close();
    // Programs that die bring a catalog of their own: that there is one is enough.
    await writeFile(join(folder, "catalog.json.br"), "");
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    return new Program(folder);
  }

  start(argv: readonly string[]): Child {
    return new Child(join(this.folder, "child.mjs"), argv, join(this.folder, "cache"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
