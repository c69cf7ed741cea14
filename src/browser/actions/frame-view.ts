import type { CdpSession } from "../driver.ts";
import { ActionFault } from "./action-fault.ts";
import type { PageCall } from "../page-call.ts";
import type { Tab } from "./tab.ts";

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

/** Where a frame is. */
export interface FramePlace {
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
  readonly #tab: Tab;
  #world: number | undefined;

  constructor(tab: Tab, { id, session, parent }: FramePlace) {
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
    const { value } = await this.#run(call.source, true, signal);
    return value as Awaited<Result>;
  }

  /** The id of the frame that an expression's element holds; undefined when it holds none. */
  async frameOf(call: PageCall<Element | null | undefined>, signal: AbortSignal) {
    const { objectId } = await this.#run(call.source, false, signal);
    if (objectId === undefined) return undefined;
    const method = "DOM.describeNode";
    const { node } = await this.#send<{ node: { frameId?: string } }>(method, { objectId }, signal);
    return node.frameId;
  }

  /** Calls a function in the parent's document with the element that holds this frame as `this`. */
  async atOwner(functionDeclaration: string, signal: AbortSignal): Promise<void> {
    await this.parent?.withOwnerOf(this.id, functionDeclaration, signal);
  }

  private async withOwnerOf(frameId: string, functionDeclaration: string, signal: AbortSignal) {
    const executionContextId = await this.#context(signal);
    const { backendNodeId } = await this.#send<{ backendNodeId: number }>(
      "DOM.getFrameOwner",
      { frameId },
      signal,
    );
    const { object } = await this.#send<{ object: RemoteValue }>(
      "DOM.resolveNode",
      { backendNodeId, executionContextId },
      signal,
    );
    const params = { objectId: object.objectId, functionDeclaration };
    await this.#send("Runtime.callFunctionOn", params, signal);
  }

  async #run(expression: string, returnByValue: boolean, signal: AbortSignal) {
    const contextId = await this.#context(signal);
    const params = { expression, contextId, returnByValue, awaitPromise: true, userGesture: true };
    const answer = await this.#send<Evaluated>("Runtime.evaluate", params, signal);
    const { exceptionDetails: thrown } = answer;
    if (thrown === undefined) return answer.result;
    throw new ActionFault(thrown.exception?.description?.split("\n")[0] ?? thrown.text);
  }

  async #context(signal: AbortSignal): Promise<number> {
    const params = { frameId: this.id, worldName: WORLD };
    const method = "Page.createIsolatedWorld";
    this.#world ??= (
      await this.#send<{ executionContextId: number }>(method, params, signal)
    ).executionContextId;
    return this.#world;
  }

  #send<Result>(method: string, params: object, signal: AbortSignal): Promise<Result> {
    return this.#tab.send<Result>({ method, params, session: this.session }, signal);
  }
}
