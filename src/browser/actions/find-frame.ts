import type { ActionCall } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import type { FrameView } from "./frame-view.ts";
import { findElement } from "./in-page/find-element.ts";
import { listFrames, mainFrame, patiently } from "./list-frames.ts";
import { pageCall } from "../page-call.ts";

/**
 * Finds the first frame that has a match of a selector, in its own tree or in open shadow roots.
 * @throws ActionFault "invalid selector"
 */
export async function findFrame(
  { tab, signal }: ActionCall,
  selector: string,
): Promise<FrameView | undefined> {
  const has = pageCall(
    (tools: { find: typeof findElement }, selector: string) => tools.find(selector) !== null,
    { find: findElement },
    selector,
  );
  const main = await mainFrame(tab, signal);
  if (await main.evaluate(has, signal).catch(explain)) return main;
  for (const frame of await listFrames(tab, signal)) {
    if (frame.parent === undefined) continue;
    const { session } = frame;
    const found = await patiently(tab, { session, signal }, (signal) =>
      frame.evaluate(has, signal),
    );
    if (found === true) return frame;
  }
  return undefined;
}

function explain(error: unknown): never {
  if (error instanceof ActionFault && error.message.startsWith("SyntaxError")) {
    throw new ActionFault("invalid selector");
  }
  throw error;
}
