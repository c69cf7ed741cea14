import type { RobotsSource } from "../../../src/fetcher/robots/robots.ts";

/** The site that is asked about. */
export const SITE = "https://example.com";

/** A robots.txt with a rule, a delay and a sitemap. */
export const DENY = "User-agent: *\nDisallow: /private\nCrawl-delay: 5\nSitemap: /map.xml\n";

/** A request that a {@link FakeSource} got. */
export interface Call {
  readonly url: string;
  readonly signal: AbortSignal;
  answer(status: number, text?: string): void;
  fail(cause: unknown): void;
}

/** A source whose answers the test gives when it wants to. */
export class FakeSource implements RobotsSource {
  readonly calls: Call[] = [];

  get(url: string, signal: AbortSignal): ReturnType<RobotsSource["get"]> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      this.calls.push({
        url,
        signal,
        answer: (status, text = "") => resolve({ status, bytes: Buffer.from(text) }),
        fail: reject,
      });
    });
  }

  get last(): Call {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error("Nothing was asked");
    return call;
  }
}
