import { wait } from "../../core/index.ts";
import type { ActionCall } from "./action-call.ts";
import { findFrame } from "./find-frame.ts";
import type { FrameView } from "./frame-view.ts";
import type { Target } from "./node-action.ts";

/** Milliseconds between two looks. */
const INTERVAL = 100;

/**
 * Looks for a match again and again, in whatever document the page shows; undefined when there was
 * none for `ms` milliseconds.
 * @throws ActionFault "gone" for a node that is no longer in the page
 */
export async function seekFrame(
  call: ActionCall,
  target: Target,
  ms: number,
): Promise<FrameView | undefined> {
  const { tab, clock, signal } = call;
  const end = clock.monotonic() + ms;
  for (;;) {
    const frame = await tab.persist(() => findFrame(call, target), signal);
    const left = end - clock.monotonic();
    if (frame !== undefined || left <= 0) return frame;
    await wait(clock, Math.min(INTERVAL, left), signal);
  }
}
