import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import type { Readable, Writable } from "node:stream";
import type { EncodingEnd } from "./video-encoder.ts";

/** How much of the end of what ffmpeg prints is kept, in characters. */
const KEPT_OUTPUT = 4096;

/** All of the environment that ffmpeg needs; the rest may be secret. */
const VARIABLES = ["PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR"];

/**
 * A running ffmpeg. When this process is killed its input ends, and it with it. It leads a group of
 * its own, for Ctrl-C on the terminal is not meant for it: the host says when a recording ends.
 */
export class FfmpegChild {
  readonly input: Writable;
  /** Never rejects. */
  readonly ended: Promise<EncodingEnd>;
  readonly #child: ChildProcess;
  #errors = "";
  #output = "";

  /** @throws what the system says when there is no room for another process */
  constructor(path: string, given: readonly string[], folder: string) {
    const args = ["-hide_banner", "-nostdin", "-loglevel", "error", ...given];
    const child = spawn(path, args, {
      cwd: folder,
      env: Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]])),
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    this.#child = child;
    this.input = child.stdin;
    // EPIPE is how its end looks from here; the exit that follows says it.
    child.stdin.on("error", () => {});
    // Added before all other listeners, because an event reports a failed start.
    this.ended = this.#end();
    listen(child.stderr, (text) => (this.#errors = (this.#errors + text).slice(-KEPT_OUTPUT)));
    listen(child.stdout, (text) => (this.#output = (this.#output + text).slice(-KEPT_OUTPUT)));
    this.#stepBack();
  }

  /** The end of what it wrote to its output. */
  get output(): string {
    return this.#output;
  }

  /** Ends it at once; nothing when it has ended. */
  kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** Browsers and their clients come first. */
  #stepBack(): void {
    try {
      if (this.#child.pid !== undefined) {
        setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      }
    } catch {
      // Then it runs as all others do.
    }
  }

  async #end(): Promise<EncodingEnd> {
    try {
      const [code, signal] = (await once(this.#child, "close")) as [number | null, string | null];
      if (signal !== null) return { kind: "killed", reason: `ffmpeg was ended by ${signal}` };
      if (code === 0) return { kind: "finished", reason: "ffmpeg finished" };
      const said = this.#errors.trim().split("\n").slice(-2).join(" ");
      return { kind: "failed", reason: `ffmpeg exited with code ${code}: ${said}` };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return { kind: "failed", reason: `ffmpeg could not be started: ${said}` };
    } finally {
      this.input.destroy();
    }
  }
}

function listen(stream: Readable, take: (text: string) => void): void {
  stream.setEncoding("utf8");
  stream.on("data", take);
  stream.on("error", () => {});
}
