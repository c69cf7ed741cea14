import type { Dialer, DialTarget, Resolver } from "../../../src/net/index.ts";

/** A resolver that answers from a table and remembers what it was asked. */
export function tableResolver(
  table: Readonly<Record<string, readonly string[]>>,
): Resolver & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async resolve(hostname) {
      asked.push(hostname);
      const answers = table[hostname];
      if (answers === undefined)
        throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return answers;
    },
  };
}

/** The reason with which a {@link recordingDialer} fails. */
export const dialled = Object.assign(new Error("dialled"), { code: "EDIALLED" });

/** A dialer that remembers its targets and connects to none. */
export function recordingDialer(): Dialer & { readonly targets: DialTarget[] } {
  const targets: DialTarget[] = [];
  return {
    targets,
    async dial(target) {
      targets.push(target);
      throw dialled;
    },
  };
}

/** A signal that never aborts. */
export const calm = new AbortController().signal;
