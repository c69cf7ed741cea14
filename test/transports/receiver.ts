import { buffer } from "node:stream/consumers";
import { createSite, type Site } from "dragline/testing";
import type { Doc } from "./answer.ts";

/** A delivery as it came. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly event: Doc;
}

/** A receiver of webhooks on loopback. */
export class Receiver implements AsyncDisposable {
  readonly received: Received[] = [];
  /** Status by path; 200 where there is none. */
  readonly answers = new Map<string, number>();
  /** Where a path redirects to, with 307. */
  readonly redirects = new Map<string, string>();
  /** Paths that never answer. */
  readonly silent = new Set<string>();
  #waiting: { isHere: () => boolean; resolve: () => void }[] = [];
  #site: Site | undefined;

  async open(): Promise<void> {
    this.#site = await createSite({
      "*": (request, response) => {
        const { url: path = "/", headers } = request;
        void buffer(request).then((body) => {
          const event = JSON.parse(body.toString()) as Doc;
          this.received.push({ path, headers: { ...headers }, body, event });
          const location = this.redirects.get(path);
          if (location !== undefined) response.setHeader("location", location);
          response.statusCode = location === undefined ? (this.answers.get(path) ?? 200) : 307;
          if (!this.silent.has(path)) response.end("");
          for (const { isHere, resolve } of this.#waiting) if (isHere()) resolve();
          this.#waiting = this.#waiting.filter(({ isHere }) => !isHere());
        });
      },
    });
  }

  url(path: string): string {
    if (this.#site === undefined) throw new Error("not open");
    return this.#site.url(path);
  }

  at(path: string): readonly Received[] {
    return this.received.filter((one) => one.path === path);
  }

  /** Resolves with all that came to a path, as soon as it is that many. */
  async come(path: string, count = 1): Promise<readonly Received[]> {
    const isHere = (): boolean => this.at(path).length >= count;
    if (!isHere()) {
      await new Promise<void>((resolve) => this.#waiting.push({ isHere, resolve }));
    }
    return this.at(path);
  }

  /** The first delivery of a path. */
  async first(path: string): Promise<Received> {
    const [received] = await this.come(path);
    if (received === undefined) throw new Error(`nothing came to ${path}`);
    return received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#site?.[Symbol.asyncDispose]();
  }
}
