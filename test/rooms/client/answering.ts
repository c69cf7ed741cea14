import { createClient, isClientError, type ClientError, type ClientOptions } from "dragline/client";
import { FakeClock } from "dragline/testing";

/** What the service answers. */
export type Reply = () => Response | Promise<Response>;

/** A client whose requests are answered in turn; the last answer is given again. */
export function answering(replies: readonly Reply[], options: ClientOptions = {}) {
  const clock = new FakeClock();
  const asked: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request);
    const reply = replies[Math.min(asked.length, replies.length) - 1];
    return await (reply as Reply)();
  };
  const client = createClient({
    url: "https://api.example/web",
    key: "k",
    fetch,
    clock,
    ...options,
  });
  return { client, clock, asked };
}

/** An answer of JSON. */
export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers });

/** Lets the clock go on until the work has come to its end. */
export async function after<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const settled = { is: false };
  const outcome = work.finally(() => (settled.is = true));
  outcome.catch(() => undefined);
  for (let turn = 0; turn < 500 && !settled.is; turn += 1) await clock.advance(500);
  return await outcome;
}

/** The error with which work ends. */
export async function failureOf(work: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isClientError(error)) throw error ?? new Error("it did not fail");
  return error;
}
