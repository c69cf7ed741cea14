import { unlessAborted } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";

/** The name under which the worlds of one frame are one. */
const WORLD = "dragline";

/** A value in a page that this side only has a handle of. */
export interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly description?: string;
  readonly objectId?: string;
}

interface Evaluated {
  readonly result: RemoteValue;
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}

/**
 * Runs functions in a frame beside its scripts: the same document, but prototypes and globals of
 * its own, which the page can neither see nor change (CDP `Page.createIsolatedWorld`).
 *
 * A page can still name elements after properties of forms and documents (`<input name="children">`
 * in a form); functions that run here read properties through the prototypes' getters.
 */
export class IsolatedWorld {
  readonly #session: CdpSession;
  readonly #frame: string | undefined;
  #context: number | undefined;

  /** @param frame the frame's id of CDP; the session's main frame when absent */
  constructor(session: CdpSession, frame?: string) {
    this.#session = session;
    this.#frame = frame;
  }

  /**
   * Calls a function there. It goes as source: it must not use anything around it. Arguments and
   * result, which may be a promise, are what JSON can carry.
   * @throws the signal's reason; the driver's error when the page is gone; what the function throws
   */
  async call<Args extends readonly unknown[], Result>(
    signal: AbortSignal,
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const list = args.map((arg) => JSON.stringify(arg) ?? "undefined").join(", ");
    return (await this.value(signal, `(${run.toString()})(${list})`)) as Awaited<Result>;
  }

  /** Gives an expression's value, awaited, as JSON would carry it. */
  async value(signal: AbortSignal, expression: string): Promise<unknown> {
    const { value } = await this.#evaluate(signal, expression, true);
    return value;
  }

  /** Gives the handle of an expression's value. */
  handle(signal: AbortSignal, expression: string): Promise<RemoteValue> {
    return this.#evaluate(signal, expression, false);
  }

  /** The number of the world's execution context, for other commands. */
  async context(signal: AbortSignal): Promise<number> {
    this.#context ??= await this.#create(signal);
    return this.#context;
  }

  async #evaluate(
    signal: AbortSignal,
    expression: string,
    returnByValue: boolean,
  ): Promise<RemoteValue> {
    const send = async (): Promise<unknown> => {
      const contextId = await this.context(signal);
      const command = { expression, contextId, returnByValue, awaitPromise: true };
      return unlessAborted(this.#session.send("Runtime.evaluate", command), signal);
    };
    const known = this.#context !== undefined;
    const answer = await send().catch((failure: unknown) => {
      // The world of the last call went with its document.
      this.#context = undefined;
      if (signal.aborted || !known) throw failure;
      return send();
    });
    return valueOf(answer as Evaluated);
  }

  async #create(signal: AbortSignal): Promise<number> {
    const frameId = this.#frame ?? (await this.#mainFrame(signal));
    const created = this.#session.send("Page.createIsolatedWorld", {
      frameId,
      worldName: WORLD,
      // Frames of other origins in the same process are read as well.
      grantUniveralAccess: true,
    });
    const { executionContextId } = (await unlessAborted(created, signal)) as {
      executionContextId: number;
    };
    return executionContextId;
  }

  async #mainFrame(signal: AbortSignal): Promise<string> {
    const tree = await unlessAborted(this.#session.send("Page.getFrameTree"), signal);
    return (tree as { frameTree: { frame: { id: string } } }).frameTree.frame.id;
  }
}

function valueOf({ result, exceptionDetails }: Evaluated): RemoteValue {
  if (exceptionDetails === undefined) return result;
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}
