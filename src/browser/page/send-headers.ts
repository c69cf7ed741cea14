import type { DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
}

/**
 * Sends headers with the requests for documents of one origin, frames included; what other origins
 * get stays as it is. Until disposal (CDP `Fetch.enable`, for documents only).
 */
export async function sendHeaders(
  page: DriverPage,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<AsyncDisposable> {
  const session = await openSession(page);
  const onPaused = (event: unknown): void => {
    const { requestId, request } = event as Paused;
    const own = URL.parse(request.url)?.origin === origin;
    const all = own ? merged(request.headers, headers) : undefined;
    // A request that is gone needs no answer.
    session.send("Fetch.continueRequest", { requestId, ...all }).catch(() => {});
  };
  session.on("Fetch.requestPaused", onPaused);
  await session.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
  return {
    async [Symbol.asyncDispose]() {
      // A page that is gone took its session along.
      await session.detach().catch(() => {});
    },
  };
}

/** Replaces headers whatever the case of their names. */
function merged(
  given: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>>,
): { readonly headers: readonly { readonly name: string; readonly value: string }[] } {
  const names = new Set(Object.keys(more).map((name) => name.toLowerCase()));
  const kept = Object.entries(given).filter(([name]) => !names.has(name.toLowerCase()));
  const headers = [...kept, ...Object.entries(more)].map(([name, value]) => ({ name, value }));
  return { headers };
}
