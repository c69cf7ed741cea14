import { FakeClock } from "dragline/testing";
import { createWebhooks, type AttemptSender } from "dragline/webhooks";
import { expect, onTestFinished } from "vitest";
import { webhooks as slice } from "../../../../../src/service/slices/webhooks/slice.ts";
import { callRow, type RowCall } from "./row-call.ts";

/** A callback URL that is fine. */
export const url = "https://example.com/hook";

/** Rows over webhooks in memory, whose receivers answer so. */
export function rows(answer: { status: number | null } = { status: 204 }) {
  const clock = new FakeClock();
  const bodies: string[] = [];
  const sender: AttemptSender = {
    send: async ({ body }) => {
      bodies.push(Buffer.from(body).toString());
      const { status: httpStatus } = answer;
      const failure =
        httpStatus === null ? "connect" : httpStatus < 300 ? undefined : ("status" as const);
      return { httpStatus, failure, permanent: false, retryAfterMs: undefined, durationMs: 1 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const webhooks = createWebhooks({ clock, sender });
  onTestFinished(() => webhooks[Symbol.asyncDispose]());
  const { routes } = slice.open({ webhooks });
  const call = (name: string, parts?: RowCall) => callRow(routes, name, parts);
  const create = async (body: object = { url }, account = "ada"): Promise<string> =>
    String((await call("POST /webhooks", { body, account })).json["id"]);
  return { webhooks, routes, call, create, bodies, answer };
}

/** A delivery of a job's event that failed for good. */
export async function failed({ webhooks, answer }: ReturnType<typeof rows>): Promise<string> {
  answer.status = 400;
  const event = { account: "ada", type: "job.completed", jobId: "j1", data: { jobId: "j1" } };
  const [made] = await webhooks.send(event);
  const stop = new AbortController();
  const running = webhooks.run({ signal: stop.signal });
  await expect
    .poll(async () => (await webhooks.deliveries.get("ada", made?.id ?? "")).status)
    .toBe("exhausted");
  stop.abort();
  await running;
  return made?.id ?? "";
}
