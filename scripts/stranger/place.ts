import { spawn } from "node:child_process";
import { copyFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What a program wrote, and how it ended. */
interface Ended {
  readonly code: number | null;
  /** Of both outputs, without colours. */
  readonly text: string;
}

/** Where a step works, and what it is about. */
interface PlaceParts {
  /** Empty, and the step's own. */
  readonly folder: string;
  /** The packed package. */
  readonly tarball: string;
  /** Aborts when the step's time is up. */
  readonly signal: AbortSignal;
}

/** An empty folder of somebody who has only the packed package. */
export class Place {
  readonly folder: string;
  readonly tarball: string;
  readonly signal: AbortSignal;

  constructor({ folder, tarball, signal }: PlaceParts) {
    this.folder = folder;
    this.tarball = tarball;
    this.signal = signal;
  }

  /** The same below this folder. */
  inFolder(name: string): Place {
    const { tarball, signal } = this;
    return new Place({ folder: join(this.folder, name), tarball, signal });
  }

  /** Installs the package and others by npm. */
  async install(...packages: readonly string[]): Promise<void> {
    await this.write("package.json", '{"private":true,"type":"module"}');
    const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
    await this.run("npm", "install", ...flags, this.tarball, ...packages);
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async read(path: string): Promise<string> {
    return await readFile(join(this.folder, path), "utf8");
  }

  /** Puts programs of `programs/` into the folder. */
  async bring(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const from = join(import.meta.dirname, "programs", name);
      await cp(from, join(this.folder, name), { recursive: true });
    }
  }

  async copy(from: string, to: string): Promise<void> {
    await mkdir(dirname(join(this.folder, to)), { recursive: true });
    await copyFile(join(this.folder, from), join(this.folder, to));
  }

  /** The path of a program that a package brought. */
  tool(name: string): string {
    return join(this.folder, "node_modules", ".bin", name);
  }

  /**
   * Runs a program to its end.
   * @returns what it wrote
   * @throws Error with the last lines, when it fails
   */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    const { code, text } = await this.#ended(program, args);
    if (code === 0) return text;
    const last = text.trimEnd().split("\n").slice(-12).join("\n");
    throw new Error(`${[program, ...args].join(" ")} ended with ${code}:\n${last}`);
  }

  /** The last line of a program of the folder that Node runs. */
  async node(...args: readonly string[]): Promise<string> {
    return lastLine(await this.run(process.execPath, ...args));
  }

  /** In a process group of its own, so that what it started ends with it. */
  #ended(program: string, args: readonly string[]): Promise<Ended> {
    const child = spawn(program, args, {
      cwd: this.folder,
      detached: true,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", FORCE_COLOR: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts: Buffer[] = [];
    for (const output of [child.stdout, child.stderr]) {
      output.on("data", (part: Buffer) => void parts.push(part));
    }
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // All of the group has ended.
      }
    };
    this.signal.addEventListener("abort", kill, { once: true });
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      // What it has left behind would keep the outputs open.
      child.once("exit", kill);
      child.once("close", (code) => {
        this.signal.removeEventListener("abort", kill);
        if (this.signal.aborted) reject(new Error(`${program} took too long.`));
        else resolve({ code, text: plain(Buffer.concat(parts).toString("utf8")) });
      });
    });
  }
}

function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- colours are what is taken out
  return text.replaceAll(/\u001b\[[0-9;]*m/g, "");
}

/** The last line that says something. */
export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
