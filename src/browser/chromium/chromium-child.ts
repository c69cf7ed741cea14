import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { PipeEnds } from "./pipe-transport.ts";

const running = new Set<() => void>();

function runAll(): void {
  for (const kill of running) kill();
}

/**
 * Calls `kill` when this process exits in whatever way lets it still run code. One listener serves
 * all browsers.
 * @returns a function that takes it back
 */
function killAtExit(kill: () => void): () => void {
  if (running.size === 0) process.on("exit", runAll);
  running.add(kill);
  return () => {
    running.delete(kill);
    if (running.size === 0) process.off("exit", runAll);
  };
}

/** What a Chromium is started with. */
interface ChromiumCommand {
  readonly path: string;
  readonly switches: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Runs when this process exits and Chromium was killed for it. */
  readonly atExit: () => void;
}

/** How much of the end of Chromium's error output is kept for a message, in characters. */
const KEPT_OUTPUT = 8 * 1024;

/** What speaks over the pipe; closed when the process has ended. */
export interface Closable {
  close(): void;
}

/** Chromium's main process with its pipe. It leads a process group, so its children end with it. */
export class ChromiumChild<Transport extends Closable = Closable> {
  readonly transport: Transport;
  /** Resolves with the reason in words when the process has ended or could not be started. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #forget: () => void;
  #output = "";

  /**
   * @param open takes over the pipe
   * @throws what the system says when there is no room for another process
   */
  constructor(command: ChromiumCommand, open: (ends: PipeEnds) => Transport) {
    this.#child = spawn(command.path, command.switches, {
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
      env: command.environment,
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    // Added first, because an event reports a failed start.
    const ended = reasonOfEnd(this.#child);
    const [, , errors, input, output] = streamsOf(this.#child);
    this.transport = open({ input: input as Writable, output: output as Readable });
    this.#listen(errors as Readable);
    this.#forget = killAtExit(() => {
      this.kill();
      command.atExit();
    });
    this.ended = this.#afterEnd(ended);
  }

  /** The number of the main process; 0 when it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The end of what Chromium wrote to its error output. */
  get output(): string {
    return this.#output.trim();
  }

  /** Whether the process runs; its number may be another's when it does not. */
  get isRunning(): boolean {
    return this.pid > 0 && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends the process and all of its group at once; nothing when it has ended. */
  kill(): void {
    if (!this.isRunning) return;
    this.#child.kill("SIGKILL");
    killGroup(this.pid);
  }

  #listen(errors: Readable): void {
    errors.setEncoding("utf8");
    errors.on("data", (text: string) => {
      this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
    });
    errors.on("error", () => {});
  }

  async #afterEnd(ended: Promise<string>): Promise<string> {
    const reason = await ended;
    // Children that its end leaves behind are still in its group, and they hold the error output.
    if (this.pid > 0) killGroup(this.pid);
    this.#forget();
    this.transport.close();
    this.#child.stderr?.destroy();
    return reason;
  }
}

/** Node makes no streams where the system has no file descriptors left, and types do not say so. */
function streamsOf(child: ChildProcess): ChildProcess["stdio"] {
  const streams: ChildProcess["stdio"] | undefined = child.stdio;
  if (streams === undefined) throw new Error("there are too many open files");
  return streams;
}

async function reasonOfEnd(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    return signal === null
      ? `Chromium exited with code ${code}`
      : `Chromium was terminated by ${signal}`;
  } catch (error) {
    return `Chromium could not be started: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function killGroup(leader: number): void {
  // Windows has no groups; there the children end with the connection to their parent.
  if (process.platform === "win32") return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
