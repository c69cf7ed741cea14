import type { StorageState } from "../../browser/index.ts";
import type { Clock } from "../../core/index.ts";
import type { SavedSession } from "../sessions/saved-session.ts";
import type { OpenInteractive } from "./interactive-sessions.ts";
import { notOpen } from "./live-session.ts";

/** What a viewer has saved. */
interface ViewerSave {
  readonly open: OpenInteractive;
  readonly session: SavedSession;
  /** Of a session that was started for a purpose. */
  readonly state: StorageState | undefined;
}

/** A host whose user pressed the viewer's own button may still ask for the session, until its time is over. */
export class ViewerSaves {
  readonly #clock: Clock;
  readonly #saves = new Map<string, ViewerSave & { readonly cancel: () => void }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  remember(save: ViewerSave): void {
    const { id, owner, expiresAt } = save.open;
    if (save.state !== undefined) this.#forgetStatesOf(owner);
    const left = expiresAt - this.#clock.now();
    const cancel = this.#clock.timer(left, () => this.#saves.delete(id));
    this.#saves.set(id, { ...save, cancel });
  }

  find(id: string): ViewerSave | undefined {
    return this.#saves.get(id);
  }

  forget(id: string): void {
    this.#saves.get(id)?.cancel();
    this.#saves.delete(id);
  }

  forgetAll(): void {
    for (const id of this.#saves.keys()) this.forget(id);
  }

  /**
   * Hands over a state; of two at once the second finds nothing. One that `use` refuses stays.
   * @throws CdpProxyError `SESSION_NOT_FOUND`; what `use` throws
   */
  async take<Result>(id: string, use: (state: StorageState) => Promise<Result>): Promise<Result> {
    const save = this.#saves.get(id);
    if (save?.state === undefined) throw notOpen();
    this.#saves.delete(id);
    try {
      const result = await use(save.state);
      save.cancel();
      return result;
    } catch (refusal) {
      if (save.open.expiresAt > this.#clock.now()) this.#saves.set(id, save);
      throw refusal;
    }
  }

  /** A whole state in memory: one for each owner. */
  #forgetStatesOf(owner: string): void {
    for (const { open, state } of this.#saves.values()) {
      if (state !== undefined && open.owner === owner) this.forget(open.id);
    }
  }
}
