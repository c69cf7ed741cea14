import { guarded } from "../answer.ts";
import type { Visit } from "../page.ts";

/** What a store's answer tells a player. */
const TOLD = ["accept-ranges", "content-length", "content-range", "etag", "last-modified"];
/** The whole, a part of it, and a part that is not there. */
const STATUSES: ReadonlySet<number> = new Set([200, 206, 416]);

/**
 * A video that a store such as S3 serves, by way of the dashboard: its pages load nothing from elsewhere,
 * and the store need not be reachable for those who look. The part that a player asks for, as it arrives.
 * @param url signed by the service's own store
 * @throws RangeError where the store does not give it
 */
export async function videoFrom(
  url: string,
  { range, signal }: Pick<Visit, "range" | "signal">,
): Promise<Response> {
  const headers = { "accept-encoding": "identity", ...(range !== undefined && { range }) };
  const answer = await fetch(url, { headers, signal, redirect: "error" }).catch(() => undefined);
  signal.throwIfAborted();
  if (answer === undefined || !STATUSES.has(answer.status)) {
    await answer?.body?.cancel();
    throw new RangeError("The store that keeps the video does not give it.");
  }
  const told = new Headers({ "content-type": "video/webm", "cache-control": "no-store" });
  for (const name of TOLD) {
    const value = answer.headers.get(name);
    if (value !== null) told.set(name, value);
  }
  return guarded(new Response(answer.body, { status: answer.status, headers: told }));
}
