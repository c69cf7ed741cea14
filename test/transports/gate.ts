import type { IncomingMessage, ServerResponse } from "node:http";

/** A page that answers only when it is let through. */
export class Gate {
  #isOpen = false;
  #waiting: (() => void)[] = [];
  #seen: (() => void)[] = [];
  #requests = 0;

  readonly route = (_request: IncomingMessage, response: ServerResponse): void => {
    this.#arrived();
    const answer = (): void => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<title>At last</title><main><h1>At last</h1><p>It took a while.</p></main>");
    };
    if (this.#isOpen) answer();
    else this.#waiting.push(answer);
  };

  /** Waits until it is let through, or rejects with the signal's reason. */
  async pass(signal: AbortSignal | undefined): Promise<void> {
    this.#arrived();
    if (this.#isOpen) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      const stop = (): void => reject(signal?.reason as Error);
      if (signal?.aborted === true) stop();
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  /** Resolves when somebody stands before it. */
  async reached(): Promise<void> {
    if (this.#requests === 0) await new Promise<void>((resolve) => this.#seen.push(resolve));
  }

  /** Lets all through, also those who come later. */
  open(): void {
    this.#isOpen = true;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  /** Holds whoever comes from now on. */
  close(): void {
    this.#isOpen = false;
    this.#requests = 0;
  }

  #arrived(): void {
    this.#requests += 1;
    for (const resolve of this.#seen.splice(0)) resolve();
  }
}
