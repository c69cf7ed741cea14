import { readFile } from "node:fs/promises";
import type { BrowserMemory } from "../launcher.ts";
import { kindOf } from "./kind-of.ts";
import { commandLineOf, descendants } from "./pid-table.ts";
import { psMemory } from "./ps-memory.ts";

/** A process as it was measured. */
interface Measured {
  readonly kind: BrowserMemory["kind"];
  /** Bytes, in proportion where pages of memory are shared. */
  readonly share: number;
  /** Bytes that were resident then. */
  readonly resident: number;
}

/** Growth in bytes above which a process is measured anew. */
const MUCH = 32 * 1024 * 1024;

/**
 * Tells the memory of a browser's processes, cheaply enough for once a second. The kernel takes
 * milliseconds to add up what a process shares and microseconds to say what is resident. So a
 * process is measured when it is new, has changed much or has waited longest, and between that the
 * change of what is resident is added.
 */
export class MemoryMeter {
  readonly #root: number;
  /** In the order of their measurement, oldest first. */
  #measured = new Map<number, Measured>();

  /** @param root the number of the browser's main process */
  constructor(root: number) {
    this.#root = root;
  }

  /**
   * On Linux the share, or all that is resident where the system does not let it be looked at; on
   * macOS what is resident; elsewhere empty.
   */
  async read(): Promise<BrowserMemory[]> {
    if (process.platform === "darwin") return psMemory(this.#root);
    const pids = descendants(this.#root);
    const oldest = this.#measured.keys().next().value;
    const found = await Promise.all(pids.map((pid) => this.#memoryOf(pid, pid === oldest)));
    const alive = new Set(pids);
    for (const pid of this.#measured.keys()) if (!alive.has(pid)) this.#measured.delete(pid);
    return found.filter(({ bytes }) => bytes > 0);
  }

  async #memoryOf(pid: number, anew: boolean): Promise<BrowserMemory> {
    const resident = (await bytes(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB$/m)) ?? 0;
    const before = this.#measured.get(pid);
    const isStale = anew || before === undefined || Math.abs(resident - before.resident) > MUCH;
    const { kind, share, resident: then } = isStale ? await this.#measure(pid, resident) : before;
    return { pid, kind, bytes: resident === 0 ? 0 : Math.max(0, share + resident - then) };
  }

  async #measure(pid: number, resident: number): Promise<Measured> {
    // A sandboxed process does not let its memory be looked at so closely.
    const share = (await bytes(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB$/m)) ?? resident;
    const kind = kindOf(commandLineOf(pid), pid === this.#root);
    const measured = { kind, share, resident };
    this.#measured.delete(pid);
    this.#measured.set(pid, measured);
    return measured;
  }
}

async function bytes(path: string, line: RegExp): Promise<number | undefined> {
  const text = await readFile(path, "latin1").catch(() => "");
  const kilobytes = line.exec(text)?.[1];
  return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
}
