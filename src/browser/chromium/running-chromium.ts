import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { DriverBrowser } from "../driver.ts";
import type { BrowserMemory, RunningBrowser } from "../launcher.ts";
import type { ChromiumChild } from "./chromium-child.ts";
import { MemoryMeter } from "./memory-meter.ts";
import { descendsFrom } from "./pid-table.ts";
import type { ProfileFolder } from "./profile-folder.ts";

/** What a running Chromium is made of; it owns all but the clock. */
interface RunningChromiumParts {
  readonly child: ChromiumChild;
  readonly driver: DriverBrowser;
  readonly profile: ProfileFolder;
  readonly clock: Clock;
  /** Milliseconds that it gets to end by itself. */
  readonly closeTimeoutMs: number;
}

/** A Chromium that answers. */
export class RunningChromium implements RunningBrowser {
  readonly driver: DriverBrowser;
  readonly ended: Promise<string>;
  readonly pid: number;
  readonly #parts: RunningChromiumParts;
  readonly #meter: MemoryMeter;
  #seen: ReadonlySet<number> = new Set();
  #disposal: Promise<void> | undefined;

  constructor(parts: RunningChromiumParts) {
    this.#parts = parts;
    this.driver = parts.driver;
    this.ended = parts.child.ended;
    this.pid = parts.child.pid;
    this.#meter = new MemoryMeter(this.pid);
  }

  async memory(): Promise<readonly BrowserMemory[]> {
    const found = this.#parts.child.isRunning ? await this.#meter.read() : [];
    this.#seen = new Set(found.map(({ pid }) => pid));
    return found;
  }

  kill(pid: number): void {
    if (pid === this.pid) this.#parts.child.kill();
    else if (this.#parts.child.isRunning && this.#owns(pid)) endNow(pid);
  }

  /** A number may belong to somebody else by now; only Linux lets it be asked at once. */
  #owns(pid: number): boolean {
    return process.platform === "linux" ? descendsFrom(pid, this.pid) : this.#seen.has(pid);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    const { child, driver, profile, clock, closeTimeoutMs } = this.#parts;
    using limit = deadline(clock, closeTimeoutMs);
    // A browser that hangs or has gone already does not answer; what it says is of no use here.
    void driver.close().catch(() => {});
    await unlessAborted(this.ended, limit.signal).catch(() => child.kill());
    await this.ended;
    await profile.remove();
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
