import { unlessAborted } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import { ClosedHosts } from "./closed-hosts.ts";
import type { IsolatedWorld, RemoteValue } from "./isolated-world.ts";

/** How deep closed shadow trees are looked for within one another. */
const MOST_ROUNDS = 10;

interface NodeDescription {
  readonly node: {
    readonly shadowRoots?: readonly { backendNodeId: number; shadowRootType: string }[];
  };
}

/**
 * Hands the closed shadow roots of a page to its isolated world, where `draglineRoots` has them by
 * host (CDP `DOM.describeNode`, which shows what scripts may not see).
 */
export async function revealClosedRoots(
  session: CdpSession,
  world: IsolatedWorld,
  signal: AbortSignal,
): Promise<void> {
  const send = <Result>(method: string, params: object): Promise<Result> =>
    unlessAborted(session.send(method, params) as Promise<Result>, signal);
  const revealIn = async (objectId: string): Promise<boolean> => {
    const { node } = await send<NodeDescription>("DOM.describeNode", { objectId });
    const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "closed");
    if (closed === undefined) return false;
    const executionContextId = await world.context(signal);
    const { object } = await send<{ object: RemoteValue }>("DOM.resolveNode", {
      backendNodeId: closed.backendNodeId,
      executionContextId,
    });
    await send("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration: keep.toString(),
      arguments: [{ objectId: object.objectId }],
    });
    return true;
  };
  const expression = `new (${ClosedHosts.toString()})().run()`;
  // Most pages have none: then one question is enough.
  const begin = `delete globalThis.draglineFresh, ${expression}.length`;
  if ((await world.value(signal, begin)) === 0) return;
  await world.value(signal, "delete globalThis.draglineFresh");
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const hosts = await world.handle(signal, expression);
    if (hosts.objectId === undefined || hosts.description === "Array(0)") return;
    const { result } = await send<{ result: readonly { value?: RemoteValue }[] }>(
      "Runtime.getProperties",
      { objectId: hosts.objectId, ownProperties: true },
    );
    const ids = result.flatMap(({ value }) => value?.objectId ?? []);
    const revealed = await Promise.all(ids.map(revealIn));
    if (!revealed.includes(true)) return;
  }
}

/** Runs in the page, with the host as `this`. */
function keep(this: Element, root: ShadowRoot): void {
  const world = globalThis as {
    draglineRoots?: WeakMap<Element, ShadowRoot>;
    draglineFresh?: ShadowRoot[];
  };
  (world.draglineRoots ??= new WeakMap()).set(this, root);
  (world.draglineFresh ??= []).push(root);
}
