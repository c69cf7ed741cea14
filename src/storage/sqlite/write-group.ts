import { setImmediate as turn } from "node:timers/promises";
import type { Call } from "../records.ts";

/** A write that waits for its turn to end. */
interface Write {
  readonly work: () => unknown;
  readonly call: Call;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What a group writes with. */
interface GroupParts {
  /** Does work as one transaction; what it throws undoes all. */
  readonly transaction: <Result>(work: () => Result) => Result;
  /**
   * Does work within a transaction so that what it throws undoes it alone.
   * @throws what undid the whole transaction
   */
  readonly nested: <Result>(work: () => Result) => Result | Failed;
  /** Does work as a transaction of its own, waiting for other processes. */
  readonly alone: (work: () => unknown, call: Call) => Promise<unknown>;
  /** Resolves when what is committed need not wait for what was committed before. */
  readonly idle: () => Promise<void>;
  /** Resolves when what was written is as safe as it is to be. */
  readonly safe: () => Promise<void>;
}

/** The error of work that was undone alone. */
export class Failed {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Turns of the event loop for which a group that grows is left open: a disk takes longer than a turn
 * under load does, and no write of a group waits for another one's disk.
 */
const MOST_TURNS = 8;

/**
 * To be able to undo a write alone costs as much as a small write; so that is only done once one has
 * failed, and for so many groups more, as writes that fail come together.
 */
const CAREFUL_GROUPS = 16;

/**
 * Writes that come in one turn of the event loop, or a few while more keep coming, or while the disk
 * is waited for, as one transaction: the disk is waited for once for all of them, and none is
 * acknowledged before. A write that comes alone waits for nobody. Each is whole or nothing on its own.
 */
export class WriteGroup {
  readonly #parts: GroupParts;
  #writes: Write[] = [];
  /** Groups in which each write is to be undone alone, because one was lately. */
  #careful = 0;

  constructor(parts: GroupParts) {
    this.#parts = parts;
  }

  /** Takes a write in; the second promise resolves when the group that it opened has been written. */
  add<Result>(
    work: () => Result,
    call: Call,
  ): readonly [result: Promise<Result>, opened: Promise<void> | undefined] {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#writes.push({ work, call, resolve, reject });
    const opened = this.#writes.length === 1 ? this.#writeLater() : undefined;
    return [promise as Promise<Result>, opened];
  }

  async #writeLater(): Promise<void> {
    let [open, seen] = [0, 0];
    do {
      seen = this.#writes.length;
      await turn();
      open += 1;
    } while (open < MOST_TURNS && this.#writes.length > seen);
    await this.#parts.idle();
    const writes = this.#writes.filter(({ call, reject }) => {
      if (call.signal.aborted) reject(call.signal.reason);
      return !call.signal.aborted;
    });
    this.#writes = [];
    await this.#write(writes);
  }

  async #write(writes: readonly Write[]): Promise<void> {
    const together = writes.length > 1 ? this.#writeTogether(writes) : undefined;
    if (together !== undefined) return await this.#answer(writes, together);
    const results = writes.map(async ({ work, call, resolve, reject }) => {
      try {
        const result = await this.#parts.alone(work, call);
        await this.#parts.safe();
        resolve(result);
      } catch (error) {
        reject(error);
      }
    });
    await Promise.all(results);
  }

  /** The results; undefined when nothing was written, and one of them may be why. */
  #writeTogether(writes: readonly Write[]): readonly unknown[] | undefined {
    const { nested } = this.#parts;
    if (this.#careful > 0) {
      this.#careful -= 1;
      return this.#transaction(() => writes.map(({ work }) => nested(work)));
    }
    const results = this.#transaction(() => writes.map(({ work }) => work()));
    if (results !== undefined) return results;
    this.#careful = CAREFUL_GROUPS;
    return this.#transaction(() => writes.map(({ work }) => nested(work)));
  }

  #transaction(work: () => readonly unknown[]): readonly unknown[] | undefined {
    try {
      return this.#parts.transaction(work);
    } catch {
      return undefined;
    }
  }

  async #answer(writes: readonly Write[], results: readonly unknown[]): Promise<void> {
    try {
      await this.#parts.safe();
    } catch (error) {
      for (const { reject } of writes) reject(error);
      return;
    }
    for (const [index, { resolve, reject }] of writes.entries()) {
      const result = results[index];
      if (result instanceof Failed) reject(result.error);
      else resolve(result);
    }
  }
}
