import { unlessAborted } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import type { IsolatedWorld, RemoteValue } from "./isolated-world.ts";

/** A frame, and the session by which it can be spoken to. */
export interface FramePlace {
  /** The frame's id of CDP. */
  readonly id: string;
  readonly session: CdpSession;
  /** Whether the session is the frame's own, since a process of its own shows it. */
  readonly isRoot: boolean;
}

interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly targetId: string };
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

/** Frames of one process that are looked at. */
const MOST_FRAMES = 200;

/**
 * The frames that a session knows of: those of its own process, but the first, and right under
 * them those that other processes show, each with a session that ends with this one.
 */
export async function knownFrames(
  session: CdpSession,
  signal: AbortSignal,
): Promise<readonly FramePlace[]> {
  const remote = await attach(session, signal);
  const answer = await unlessAborted(session.send("Page.getFrameTree"), signal);
  const local: FramePlace[] = [];
  const trees = [...((answer as { frameTree: FrameTree }).frameTree.childFrames ?? [])];
  for (let tree = trees.pop(); tree !== undefined; tree = trees.pop()) {
    local.push({ id: tree.frame.id, session, isRoot: false });
    trees.push(...(tree.childFrames ?? []));
  }
  return [...remote, ...local].slice(0, MOST_FRAMES);
}

/**
 * Tells an isolated world, in `draglineFrames`, the ids of those frames by their elements into
 * which it cannot look: of other processes, or sandboxed.
 */
export async function tellFrames(
  frames: readonly FramePlace[],
  { session, world }: { readonly session: CdpSession; readonly world: IsolatedWorld },
  signal: AbortSignal,
): Promise<void> {
  const executionContextId = await world.context(signal);
  const send = (method: string, params: object): Promise<unknown> =>
    unlessAborted(session.send(method, params), signal);
  const tell = async ({ id }: FramePlace): Promise<void> => {
    const owner = await send("DOM.getFrameOwner", { frameId: id });
    const { backendNodeId } = owner as { backendNodeId: number };
    const resolved = await send("DOM.resolveNode", { backendNodeId, executionContextId });
    const { object } = resolved as { object: RemoteValue };
    await send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      functionDeclaration: keep.toString(),
      arguments: [{ value: id }],
    });
  };
  // A frame can be gone meanwhile, or belong to a document that this world does not reach.
  await Promise.allSettled(frames.map(tell));
  signal.throwIfAborted();
}

/** The driver tells of a session twice: by the event of CDP, and with an object to speak by. */
async function attach(session: CdpSession, signal: AbortSignal): Promise<FramePlace[]> {
  const ids = new Map<string, string>();
  const children: (CdpSession & { id(): string })[] = [];
  const onTarget = (event: unknown): void => {
    const { sessionId, targetInfo } = event as Attached;
    ids.set(sessionId, targetInfo.targetId);
  };
  const onSession = (child: unknown): void => {
    children.push(child as CdpSession & { id(): string });
  };
  session.on("Target.attachedToTarget", onTarget);
  session.on("sessionattached", onSession);
  try {
    const command = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    const sent = session.send("Target.setAutoAttach", { ...command, filter: [{ type: "iframe" }] });
    await unlessAborted(sent, signal);
  } finally {
    session.off("Target.attachedToTarget", onTarget);
    session.off("sessionattached", onSession);
  }
  return children.flatMap((child) => {
    const id = ids.get(child.id());
    return id === undefined ? [] : [{ id, session: child, isRoot: true }];
  });
}

/** Runs in the page, with the frame's element as `this`. */
function keep(this: Element, id: string): void {
  const world = globalThis as { draglineFrames?: WeakMap<Element, string> };
  (world.draglineFrames ??= new WeakMap()).set(this, id);
}
