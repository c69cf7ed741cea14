import { lookup } from "node:dns";
import { NetError, reasonOf } from "./net-error.ts";

/** Turns host names into addresses. */
export interface Resolver {
  /**
   * Every address of the name, textual (`192.0.2.1`, `2001:db8::1`), in the order in which they
   * are to be tried.
   * @throws NetError `DNS_FAILED`; the signal's reason when it aborts
   */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** The sentences of the two failures that are not the resolver's fault. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "does not exist or has no address",
  EAI_AGAIN: "could not be resolved, because the name server did not answer",
};

/**
 * The operating system's resolver (`getaddrinfo`), which honours `/etc/hosts`. It cannot be
 * cancelled: when the signal aborts we stop waiting at once, and one thread of Node's pool stays
 * busy until the system gives up.
 */
export const systemResolver: Resolver = Object.freeze({
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      lookup(hostname, { all: true, order: "verbatim" }, (error, answers) => {
        signal.removeEventListener("abort", onAbort);
        if (error === null) resolve(answers.map(({ address }) => address));
        else reject(dnsFailed(hostname, error));
      });
    });
  },
});

/** The error of a name that could not be resolved. */
export function dnsFailed(host: string, cause: unknown): NetError {
  const reason = reasonOf(cause);
  const sentence = SENTENCES[reason] ?? "could not be resolved";
  return new NetError("DNS_FAILED", {
    message: `${host} ${sentence} (${reason}).`,
    details: { host, reason },
    cause,
  });
}
