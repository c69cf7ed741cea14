import type { Clock } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";

/** Milliseconds that the owner of the page has to answer a dialog first. */
const GRACE = 500;

/**
 * Accepts the dialogs that nobody else answers: a page with an open dialog stands still. A prompt
 * gets its own suggestion, and a page that asks whether to be left is left.
 */
export class DialogAnswerer implements Disposable {
  readonly #clock: Clock;
  readonly #session: CdpSession;
  #cancel = (): void => {};

  constructor(session: CdpSession, clock: Clock) {
    this.#clock = clock;
    this.#session = session;
    session.on("Page.javascriptDialogOpening", (event) => {
      this.#opened(event as { defaultPrompt?: string });
    });
    session.on("Page.javascriptDialogClosed", () => this.#cancel());
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }

  #opened({ defaultPrompt = "" }: { readonly defaultPrompt?: string }): void {
    this.#cancel();
    this.#cancel = this.#clock.timer(GRACE, () => {
      const answer = { accept: true, promptText: defaultPrompt };
      // It fails when the owner was quicker, and then there is nothing to do.
      this.#session.send("Page.handleJavaScriptDialog", answer).catch(() => {});
    });
  }
}
