import type { StorageState } from "dragline/browser";

/** Where a save stops for ever: before, in the middle of or after a step of it. */
export interface SaveHalt {
  readonly side: "before" | "during" | "after" | "never";
  /** 0 is the reading, others are the calls of stores, from 1. */
  readonly step: number;
}

/** Of each side so many steps: all there are and one more; in the middle, up to the state's blob. */
const steps = { before: 9, during: 5, after: 9 } as const;
const sides = ["before", "during", "after"] as const;

/** One for each connection of a host. */
export function haltsOf(plan: string): readonly SaveHalt[] {
  if (plan !== "each step") return Array.from({ length: 4 }, () => ({ side: "never", step: 0 }));
  return sides.flatMap((side) =>
    Array.from({ length: steps[side] }, (_, step) => ({ side, step })),
  );
}

/** Whose sessions they are. */
export const owner = "ann";

/** Where the pages store something. */
export const origins = ["http://www.shop.test", "http://id.test", "http://cdn.shop.test"] as const;

/** The name of a connection's session: that it began with, or that it saves. */
export function nameOf(which: "old" | "new", life: string | number, at: number): string {
  return `${which} ${life}-${at}`;
}

/** What tells secrets apart from all else. */
export const mark = "kept-secret-";

/** An expression that logs in to a page of the login site; so much that it is not written at once. */
export function wayIn(origin: string): string {
  return `(async () => {
    if (location.origin !== ${JSON.stringify(origin)}) throw new Error("not there yet");
    const secret = ${JSON.stringify(`${mark}new`)};
    document.cookie = "sid=" + secret + "; Max-Age=86400";
    localStorage.setItem("token", secret);
    const noise = crypto.getRandomValues(new Uint8Array(60_000));
    localStorage.setItem("noise", secret + noise.toHex());
    const base = await opened();
    const write = base.transaction("tokens", "readwrite");
    write.objectStore("tokens").put(secret, "key");
    await new Promise((resolve) => { write.oncomplete = resolve });
    base.close();
  })()`;
}

/** The same state with the secrets of an earlier login. */
export function before(state: StorageState): StorageState {
  return JSON.parse(JSON.stringify(state).replaceAll(`${mark}new`, `${mark}old`)) as StorageState;
}

/** The secrets of a part of a state, as they were given. */
export function secretsIn(part: unknown): string[] {
  return [...JSON.stringify(part).matchAll(/kept-secret-(old|new)/g)].map(
    ([, which]) => `${which}`,
  );
}
