import { tracingChannel } from "node:diagnostics_channel";
import { systemClock, type TraceName, type TraceTable } from "../../core/index.ts";

/** A traced operation that came to its end. */
interface Ended<Name extends TraceName> {
  readonly context: TraceTable[Name];
  /** What it gave; undefined when it threw. */
  readonly result: unknown;
  /** What it threw. */
  readonly error: unknown;
  readonly durationMs: number;
}

/**
 * Hears of every end of a traced operation in this process, and of every beginning if asked; gives what
 * stops that.
 */
export function observe<Name extends TraceName>(
  name: Name,
  onEnd: (ended: Ended<Name>) => void,
  onBegin?: () => void,
): () => void {
  const channel = tracingChannel<string, object>(name);
  const begun = new WeakMap<object, number>();
  const onStart = (message: unknown): void => {
    begun.set(message as object, systemClock.monotonic());
    onBegin?.();
  };
  const onAsyncEnd = (message: unknown): void => {
    const context = message as TraceTable[Name] & Pick<Ended<Name>, "result" | "error">;
    const start = begun.get(context);
    // It began before anybody listened.
    if (start === undefined) return;
    const { result, error } = context;
    const durationMs = Math.round(systemClock.monotonic() - start);
    onEnd({ context, result, error, durationMs });
  };
  channel.start.subscribe(onStart);
  channel.asyncEnd.subscribe(onAsyncEnd);
  return () => {
    channel.start.unsubscribe(onStart);
    channel.asyncEnd.unsubscribe(onAsyncEnd);
  };
}

/** The text of a member of an answer, a job's outcome or an attempt's result. */
export function memberOf(value: unknown, name: string): string | number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === "string" || typeof member === "number" ? member : undefined;
}

/** How a check of a monitor ended; `lost` where it is in other hands. */
export function endOfCheck(result: unknown): string {
  const report = result as { readonly run?: unknown } | undefined;
  return String(memberOf(report?.run, "status") ?? "lost");
}
