import { deadline } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import type { FrameSessions } from "./frame-sessions.ts";
import { FrameView } from "./frame-view.ts";

/** Milliseconds that a frame's process has to answer; a frame that hangs is passed over. */
const PATIENCE = 1000;

interface FrameTree {
  readonly frame: { readonly id: string; readonly parentId?: string };
  readonly childFrames?: readonly FrameTree[];
}

/** Gives the page's main frame. */
export async function mainFrame(tab: FrameSessions, signal: AbortSignal): Promise<FrameView> {
  const { frame } = await treeOf(tab, tab.session, signal);
  return new FrameView(tab, { id: frame.id, session: tab.session, parent: undefined });
}

/** Lists the page's frames: the main one first, each before those inside it. */
export async function listFrames(tab: FrameSessions, signal: AbortSignal): Promise<FrameView[]> {
  const main = await treeOf(tab, tab.session, signal);
  const apart = await Promise.all(
    [...tab.frameSessions].map(async (session) => {
      const tree = await patiently(tab, { session, signal }, (signal) =>
        treeOf(tab, session, signal),
      );
      return tree === undefined ? [] : [{ session, tree }];
    }),
  );
  return collect(tab, { session: tab.session, tree: main }, apart.flat());
}

/**
 * Does work with a frame below the main one; undefined when it is gone or does not answer. One that
 * did not answer is not asked again until it does.
 */
export async function patiently<Result>(
  tab: FrameSessions,
  { session, signal }: { readonly session: CdpSession; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  if (tab.silent.has(session)) return undefined;
  using limit = deadline(tab.clock, PATIENCE, signal);
  try {
    return await work(limit.signal);
  } catch {
    signal.throwIfAborted();
    if (limit.expired && session !== tab.session) listenFor(tab, session);
    return undefined;
  }
}

function listenFor(tab: FrameSessions, session: CdpSession): void {
  const heard = (): boolean => tab.silent.delete(session);
  tab.silent.add(session);
  session.send("Runtime.evaluate", { expression: "0" }).then(heard, heard);
}

/** A process's part of the frames. */
interface FramePart {
  readonly session: CdpSession;
  readonly tree: FrameTree;
}

function collect(tab: FrameSessions, main: FramePart, apart: readonly FramePart[]): FrameView[] {
  const list: FrameView[] = [];
  const visit = ({ session, tree }: FramePart, parent: FrameView | undefined): void => {
    const { id } = tree.frame;
    const view = new FrameView(tab, { id, session, parent });
    list.push(view);
    for (const child of tree.childFrames ?? []) visit({ session, tree: child }, view);
    for (const part of apart) if (part.tree.frame.parentId === id) visit(part, view);
  };
  visit(main, undefined);
  return list;
}

async function treeOf(
  tab: FrameSessions,
  session: CdpSession,
  signal: AbortSignal,
): Promise<FrameTree> {
  const command = { method: "Page.getFrameTree", session };
  return (await tab.send<{ frameTree: FrameTree }>(command, signal)).frameTree;
}
