import { tracingChannel } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { FakeClock } from "dragline/testing";
import { isVisibilityError, type EngineCall, type VisibilityError } from "dragline/visibility";

/** A question about moss. */
export const call = (more: Partial<EngineCall> = {}): EngineCall => ({
  query: "Where does moss grow?",
  signal: new AbortController().signal,
  ...more,
});

/** A clock that jumps over every wait between looks and attempts. */
export function hurriedClock(): FakeClock {
  const clock = new FakeClock();
  const timer = clock.timer.bind(clock);
  clock.timer = (ms, run) => {
    const cancel = timer(ms, run);
    if (ms < 60_000) setImmediate(() => void clock.advance(ms));
    return cancel;
  };
  return clock;
}

/** The error that a question ends with. */
export async function failureOf(work: Promise<unknown>): Promise<VisibilityError> {
  const outcome = await work.catch((error: unknown) => error);
  if (!isVisibilityError(outcome)) throw new Error(`Expected a failure; got ${inspect(outcome)}`);
  return outcome;
}

/** Chance that is always in the middle. */
export const chance = { uuid: () => "", token: () => "t", random: () => 0.5 };

/** What the trace of questions is told. */
export function listen(): { readonly stop: () => unknown[] } {
  const told: unknown[] = [];
  const hear = (message: unknown): void => void told.push(message);
  const listeners = { start: hear, end: hear, asyncStart: hear, asyncEnd: hear, error: hear };
  const channel = tracingChannel("dragline:visibility:ask");
  channel.subscribe(listeners);
  return {
    stop: () => {
      channel.unsubscribe(listeners);
      return told;
    },
  };
}
