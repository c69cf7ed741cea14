import { unlessAborted, type Clock, type Ids } from "../../core/index.ts";
import type { StorageState } from "../../browser/index.ts";
import {
  updating,
  type Blobs,
  type Call,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import { uncancelled } from "../../storage/internal.ts";
import { packState, unpackState } from "./pack-state.ts";
import { proveDestruction } from "./prove-destruction.ts";
import { stateRows, type SessionRow } from "./session-rows.ts";
import { sweepStates } from "./sweep-states.ts";

/** Milliseconds after which a blob that no session names was left by someone who was killed. */
const ABANDONED = 3_600_000;

/** The dependencies of a vault. */
interface StateVaultParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A state that is stored, and that no session names yet. */
interface WrittenState {
  readonly key: string;
  /** Operations that belong to the step in which a session names it. */
  readonly naming: readonly Operation[];
}

/**
 * States of sessions, sealed in blobs: each save a new one, so that the former stays whole until a
 * row names the new. A session has one data key; without it nothing of it can be read.
 */
export class StateVault {
  readonly #parts: StateVaultParts;
  #proven: Promise<void> | undefined;

  constructor(parts: StateVaultParts) {
    this.#parts = parts;
  }

  /** Stores a state; what fails or is never named is removed by and by. */
  async write(sessionId: string, state: StorageState, call: Call): Promise<WrittenState> {
    await this.#ready(call);
    const { records, blobs, sealer, clock, ids } = this.#parts;
    const key = `browser-sessions/${sessionId}/${ids.uuid()}`;
    // Before the data key too: of a session that is removed meanwhile, the sweep destroys it again.
    const row = { key, sessionId, dueAt: clock.now() + ABANDONED, isDoomed: false };
    await records.insert(stateRows, [row], call);
    try {
      const bytes = await packState(state);
      const sealed = await sealer.seal({ record: recordOf(sessionId), field: key }, bytes, call);
      await blobs.put(key, sealed, call);
    } catch (failure) {
      await this.abandon(key);
      throw failure;
    }
    return { key, naming: naming(key, sessionId, clock.now()) };
  }

  /** The state that a session names; undefined when its blob is gone. */
  async read(
    { id, stateKey }: Pick<SessionRow, "id" | "stateKey">,
    call: Call,
  ): Promise<StorageState | undefined> {
    if (stateKey === null) return undefined;
    const blob = await this.#parts.blobs.get(stateKey, call);
    if (blob === undefined) return undefined;
    const sealed = new Uint8Array(await new Response(blob.body).arrayBuffer());
    const place = { record: recordOf(id), field: stateKey };
    return unpackState(await this.#open(place, sealed, call));
  }

  /** A proxy's URL, sealed for the row. */
  async sealProxy(id: string, proxy: URL | undefined, call: Call): Promise<Uint8Array | null> {
    if (proxy === undefined) return null;
    await this.#ready(call);
    const plain = new TextEncoder().encode(proxy.href);
    return this.#parts.sealer.seal({ record: recordOf(id), field: "proxy" }, plain, call);
  }

  async openProxy(
    { id, sealedProxy }: Pick<SessionRow, "id" | "sealedProxy">,
    call: Call,
  ): Promise<URL | undefined> {
    if (sealedProxy === null) return undefined;
    const plain = await this.#open({ record: recordOf(id), field: "proxy" }, sealedProxy, call);
    return new URL(new TextDecoder().decode(plain));
  }

  /** Operations that make a session's state unreadable, for the step that removes its row. */
  async destroying(sessionId: string, call: Call): Promise<readonly Operation[]> {
    await this.#ready(call);
    const { sealer, clock } = this.#parts;
    return [
      sealer.destroying(recordOf(sessionId)),
      updating(stateRows, { where: { sessionId, dueAt: null }, set: { dueAt: clock.now() } }),
    ];
  }

  /** Removes a blob unless a session names it after all. Never rejects. */
  async abandon(key: string): Promise<void> {
    const { records, blobs, clock } = this.#parts;
    const change = { where: { key, dueAt: { ne: null } }, set: { dueAt: clock.now() } };
    try {
      await records.update(stateRows, change, uncancelled);
      const known = await records.count(stateRows, { where: { key } }, uncancelled);
      // It took so long that a sweep came before it.
      if (known === 0) await blobs.remove(key, uncancelled);
      await this.sweep(uncancelled);
    } catch {
      // The row says when it is due: a later sweep finds it.
    }
  }

  /** Removes blobs that no session names. Never rejects: what is left, the next one removes. */
  async sweep(call: Call): Promise<void> {
    try {
      await this.#ready(call);
      await sweepStates({ ...this.#parts, recordOf }, call);
    } catch {
      // What it follows has happened, and must not be said to have failed.
    }
  }

  async #open(
    place: { readonly record: string; readonly field: string },
    sealed: Uint8Array,
    call: Call,
  ): Promise<Uint8Array> {
    await this.#ready(call);
    return this.#parts.sealer.open(place, sealed, call);
  }

  /** One for all callers: none of their signals ends it. */
  #ready({ signal }: Call): Promise<void> {
    this.#proven ??= proveDestruction(this.#parts, uncancelled).catch((failure: unknown) => {
      this.#proven = undefined;
      throw failure;
    });
    return unlessAborted(this.#proven, signal);
  }
}

function recordOf(sessionId: string): string {
  return `browser-sessions/${sessionId}`;
}

function naming(key: string, sessionId: string, now: number): readonly Operation[] {
  return [
    updating(stateRows, { where: { sessionId, dueAt: null }, set: { dueAt: now } }),
    updating(stateRows, { where: { key, isDoomed: false }, set: { dueAt: null } }, 1),
  ];
}
