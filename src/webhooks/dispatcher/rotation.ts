import type { Lane } from "./lane.ts";

/** Lanes that have something to send: hosts take turns, and so do the lanes of a host. */
export class Rotation {
  /** By host, in the order of their turns. */
  readonly #hosts = new Map<string, Set<Lane>>();
  /** The host that a lane stands at. */
  readonly #hostOf = new Map<Lane, string>();

  /** Puts a lane last among those of its next delivery's host, unless it stands there. */
  add(lane: Lane): void {
    const host = lane.head?.host;
    if (host === undefined || this.#hostOf.get(lane) === host) return;
    this.delete(lane);
    const lanes = this.#hosts.get(host);
    if (lanes === undefined) this.#hosts.set(host, new Set([lane]));
    else lanes.add(lane);
    this.#hostOf.set(lane, host);
  }

  /** Takes a lane out, if it is in. */
  delete(lane: Lane): void {
    const host = this.#hostOf.get(lane);
    if (host === undefined) return;
    this.#hostOf.delete(lane);
    const lanes = this.#hosts.get(host);
    lanes?.delete(lane);
    if (lanes?.size === 0) this.#hosts.delete(host);
  }

  /**
   * Takes out the lane whose turn it is, its host last from now on. What may not go is passed over;
   * as each of those has attempts under way, they are few.
   */
  next(mayHost: (host: string) => boolean, mayLane: (lane: Lane) => boolean): Lane | undefined {
    for (const [host, lanes] of this.#hosts) {
      if (!mayHost(host)) continue;
      for (const lane of lanes) {
        if (!mayLane(lane)) continue;
        this.delete(lane);
        if (lanes.size > 0) {
          this.#hosts.delete(host);
          this.#hosts.set(host, lanes);
        }
        return lane;
      }
    }
    return undefined;
  }
}
