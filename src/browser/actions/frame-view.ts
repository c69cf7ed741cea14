import type { CdpSession } from "../driver.ts";
import { ActionFault } from "./action-fault.ts";
import type { FrameSessions } from "./frame-sessions.ts";
import type { PageCall } from "../page-call.ts";

/** The name of the world in which actions look at a document: the page's scripts cannot reach it. */
const WORLD = "dragline";

interface RemoteValue {
  readonly value?: unknown;
  readonly objectId?: string;
}

interface Evaluated {
  readonly result: RemoteValue;
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

interface DescribedNode {
  readonly backendNodeId: number;
  /** Of the frame that it holds. */
  readonly frameId?: string;
}

interface Listener {
  readonly type: string;
  readonly backendNodeId?: number;
}

/** Where a frame is. */
interface FramePlace {
  readonly id: string;
  /** The session of the frame's process. */
  readonly session: CdpSession;
  readonly parent: FrameView | undefined;
}

/** A document in the page: its main frame or one below. */
export class FrameView {
  readonly id: string;
  readonly parent: FrameView | undefined;
  /** The session of the frame's process. */
  readonly session: CdpSession;
  readonly #tab: FrameSessions;
  #world: Promise<number> | undefined;

  constructor(tab: FrameSessions, { id, session, parent }: FramePlace) {
    this.#tab = tab;
    this.id = id;
    this.session = session;
    this.parent = parent;
  }

  /**
   * Evaluates an expression in the document, apart from the page's own scripts, as a visitor's
   * doing.
   * @throws ActionFault when the expression throws; what the driver throws when the document is gone
   */
  async evaluate<Result>(call: PageCall<Result>, signal: AbortSignal): Promise<Awaited<Result>> {
    const { value } = await this.#run(call.source, { returnByValue: true }, signal);
    return value as Awaited<Result>;
  }

  /**
   * The same without a visitor's doing: the page may do no more after it than before.
   * @throws as {@link evaluate}
   */
  async read<Result>(call: PageCall<Result>, signal: AbortSignal): Promise<Awaited<Result>> {
    const asked = { returnByValue: true, userGesture: false };
    const { value } = await this.#run(call.source, asked, signal);
    return value as Awaited<Result>;
  }

  /** The id of the frame that an expression's element holds; undefined when it holds none. */
  async frameOf(call: PageCall<Element | null | undefined>, signal: AbortSignal) {
    return (await this.#describe(call, signal))?.frameId;
  }

  /** The `backendNodeId` of an expression's element; undefined when it has none. */
  async nodeOf(call: PageCall<Element | null | undefined>, signal: AbortSignal) {
    return (await this.#describe(call, signal))?.backendNodeId;
  }

  /** Calls a function in the parent's document with the element that holds this frame as `this`. */
  async atOwner(functionDeclaration: string, signal: AbortSignal): Promise<void> {
    const above = this.parent;
    if (above === undefined) return;
    const params = { frameId: this.id };
    const owner = await above.#send<{ backendNodeId: number }>("DOM.getFrameOwner", params, signal);
    await above.callOn(owner.backendNodeId, functionDeclaration, signal);
  }

  /**
   * Calls a function with a node of the document as `this`.
   * @throws what the driver throws, also when there is no such node
   */
  async callOn<Result>(
    backendNodeId: number,
    functionDeclaration: string,
    signal: AbortSignal,
  ): Promise<Result> {
    const objectId = await this.#nodeObject(backendNodeId, signal);
    const params = { objectId, functionDeclaration, returnByValue: true };
    const called = await this.#send<Evaluated>("Runtime.callFunctionOn", params, signal);
    return called.result.value as Result;
  }

  /**
   * Calls a function with those of some nodes that are in the document.
   * @throws what the driver throws; the signal's reason
   */
  async callWith(
    backendNodeIds: readonly number[],
    functionDeclaration: string,
    signal: AbortSignal,
  ): Promise<void> {
    const asked = backendNodeIds.map((id) => this.#nodeObject(id, signal));
    const found = await Promise.allSettled(asked);
    signal.throwIfAborted();
    const objects = found.flatMap((one) =>
      one.status === "fulfilled" ? [{ objectId: one.value }] : [],
    );
    if (objects.length === 0) return;
    const executionContextId = await this.#context(signal);
    const params = { executionContextId, functionDeclaration, arguments: objects };
    await this.#send("Runtime.callFunctionOn", params, signal);
  }

  /**
   * Lists the elements of the document, open shadow roots included, that listen to one of some kinds
   * of events, by their `backendNodeId`.
   */
  async listeners(types: readonly string[], signal: AbortSignal): Promise<number[]> {
    const objectId = await this.#pageDocument(signal);
    const params = { objectId, depth: -1, pierce: true };
    const method = "DOMDebugger.getEventListeners";
    const { listeners } = await this.#send<{ listeners: readonly Listener[] }>(
      method,
      params,
      signal,
    );
    // A document that is gone took its objects along.
    void this.session.send("Runtime.releaseObject", { objectId }).catch(() => {});
    const asked = listeners.filter(({ type }) => types.includes(type));
    return [...new Set(asked.flatMap(({ backendNodeId = [] }) => backendNodeId))];
  }

  async #nodeObject(backendNodeId: number, signal: AbortSignal): Promise<string | undefined> {
    const own = { backendNodeId, executionContextId: await this.#context(signal) };
    const { object } = await this.#send<{ object: RemoteValue }>("DOM.resolveNode", own, signal);
    return object.objectId;
  }

  /**
   * The document in the page's own world: asked in another one, Chromium leaves wrappers of the page's
   * world there.
   */
  async #pageDocument(signal: AbortSignal): Promise<string | undefined> {
    if (this.parent?.session !== this.session) {
      // What is evaluated in no given world is evaluated there, in the uppermost frame of the process.
      const params = { expression: "document" };
      const { result } = await this.#send<Evaluated>("Runtime.evaluate", params, signal);
      return result.objectId;
    }
    const call: PageCall<Element> = { source: "document" };
    const own = { backendNodeId: await this.nodeOf(call, signal) };
    const { object } = await this.#send<{ object: RemoteValue }>("DOM.resolveNode", own, signal);
    return object.objectId;
  }

  async #describe(call: PageCall<Element | null | undefined>, signal: AbortSignal) {
    const { objectId } = await this.#run(call.source, { returnByValue: false }, signal);
    if (objectId === undefined) return undefined;
    const params = { objectId };
    return (await this.#send<{ node: DescribedNode }>("DOM.describeNode", params, signal)).node;
  }

  async #run(
    expression: string,
    how: { readonly returnByValue: boolean; readonly userGesture?: boolean },
    signal: AbortSignal,
  ) {
    const contextId = await this.#context(signal);
    const params = { expression, contextId, awaitPromise: true, userGesture: true, ...how };
    const answer = await this.#send<Evaluated>("Runtime.evaluate", params, signal);
    const { exceptionDetails: thrown } = answer;
    if (thrown === undefined) return answer.result;
    throw new ActionFault(thrown.exception?.description?.split("\n")[0] ?? thrown.text);
  }

  #context(signal: AbortSignal): Promise<number> {
    this.#world ??= this.#enter(signal).catch((error: unknown) => {
      this.#world = undefined;
      throw error;
    });
    return this.#world;
  }

  async #enter(signal: AbortSignal): Promise<number> {
    const params = { frameId: this.id, worldName: WORLD };
    const method = "Page.createIsolatedWorld";
    const entered = await this.#send<{ executionContextId: number }>(method, params, signal);
    return entered.executionContextId;
  }

  #send<Result>(method: string, params: object, signal: AbortSignal): Promise<Result> {
    return this.#tab.send<Result>({ method, params, session: this.session }, signal);
  }
}
