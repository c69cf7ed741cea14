import { checkCall } from "./fetch-call.ts";
import { isFetchError } from "./fetch-error.ts";
import type { FetchRunner } from "./fetch-runner.ts";

/** Five redirects are followed (RFC 9309, 2.3.1.2). */
const MAX_REDIRECTS = 5;

/** 500 KiB must be read (RFC 9309, 2.5); the rest of a longer file is ignored. */
const MAX_BYTES = 512 * 1024;

/** A robots.txt as it was found. */
export interface RobotsFile {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** Fetches robots.txt files through the fetcher's own guard, proxies and deadline. */
export function robotsSource(runner: FetchRunner): {
  get(url: string, signal: AbortSignal): Promise<RobotsFile>;
} {
  return {
    async get(url, signal) {
      try {
        const { answer } = await runner.run(checkCall(url, { signal }), {
          maxRedirects: MAX_REDIRECTS,
          maxBytes: MAX_BYTES,
          onOversize: "truncate",
          permit: undefined,
        });
        return { status: answer.status, bytes: answer.bytes };
      } catch (error) {
        // Lost in redirects counts as "unavailable", which allows all (RFC 9309, 2.3.1.2).
        const lost =
          isFetchError(error, "TOO_MANY_REDIRECTS") || isFetchError(error, "REDIRECT_LOOP");
        if (lost) return { status: 404, bytes: new Uint8Array(0) };
        throw error;
      }
    },
  };
}
