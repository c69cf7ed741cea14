import { wait } from "../../core/index.ts";
import type { ActionCall } from "./action-call.ts";
import { findFrame } from "./find-frame.ts";
import type { FrameView } from "./frame-view.ts";

/** Milliseconds between two looks. */
const INTERVAL = 100;

/**
 * Looks for a match again and again, in whatever document the page shows; undefined when there was
 * none for `ms` milliseconds.
 */
export async function seekFrame(
  call: ActionCall,
  selector: string,
  ms: number,
): Promise<FrameView | undefined> {
  const { tab, clock, signal } = call;
  const end = clock.monotonic() + ms;
  for (;;) {
    const frame = await tab.persist(() => findFrame(call, selector), signal);
    const left = end - clock.monotonic();
    if (frame !== undefined || left <= 0) return frame;
    await wait(clock, Math.min(INTERVAL, left), signal);
  }
}
