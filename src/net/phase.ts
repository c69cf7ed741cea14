import { deadline, type Clock } from "../core/index.ts";
import { NetError, type ConnectPhase } from "./net-error.ts";

/** A phase of connecting: its limit, and the text of its failures. */
interface Phase {
  readonly name: ConnectPhase;
  /** The limit in milliseconds. */
  readonly ms: number;
  /** The target's host, for messages. */
  readonly host: string;
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Makes the error of the room out of a failure of the work. */
  readonly explain: (failure: unknown) => NetError;
}

const WORK: Readonly<Record<ConnectPhase, string>> = {
  dns: "Resolving",
  connect: "Connecting to",
  proxy: "Opening the proxy's tunnel to",
  tls: "The TLS handshake with",
};

/**
 * Runs one phase under its limit. The work must stop when the signal that it is given aborts.
 * @throws NetError `TIMEOUT`, or what `explain` makes; the caller's reason when that aborts
 */
export async function runPhase<Result>(
  clock: Clock,
  phase: Phase,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { name, ms, host, signal, explain } = phase;
  const limit = deadline(clock, ms, signal);
  try {
    return await work(limit.signal);
  } catch (failure) {
    signal.throwIfAborted();
    if (!limit.expired) throw explain(failure);
    throw new NetError("TIMEOUT", {
      message: `${WORK[name]} ${host} took longer than ${ms} ms.`,
      details: { phase: name, ms, host },
    });
  } finally {
    limit[Symbol.dispose]();
  }
}
