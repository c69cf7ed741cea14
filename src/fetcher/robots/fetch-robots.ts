import { checkCall } from "../run/fetch-call.ts";
import { isFetchError } from "../fetch-error.ts";
import type { FetchRunner } from "../run/fetch-runner.ts";
import type { RobotsSource } from "./robots.ts";

/** Five redirects are followed (RFC 9309, 2.3.1.2). */
const MAX_REDIRECTS = 5;

/** 500 KiB must be read (RFC 9309, 2.5); the rest of a longer file is ignored. */
const MAX_BYTES = 512 * 1024;

const LOST_IN_REDIRECTS = Object.freeze({ status: 302, bytes: new Uint8Array(0) });

/** Gets robots.txt files as the fetcher gets pages: guarded, by its proxies, under its deadline. */
export function robotsSource(runner: FetchRunner): RobotsSource {
  return {
    async get(url, signal, country) {
      try {
        const { answer } = await runner.run(checkCall(url, { signal, country }), {
          maxRedirects: MAX_REDIRECTS,
          maxBytes: MAX_BYTES,
          onOversize: "truncate",
          permit: undefined,
        });
        return { status: answer.status, bytes: answer.bytes };
      } catch (error) {
        if (isFetchError(error, "TOO_MANY_REDIRECTS")) return LOST_IN_REDIRECTS;
        if (isFetchError(error, "REDIRECT_LOOP")) return LOST_IN_REDIRECTS;
        throw error;
      }
    },
  };
}
