import { createWebhooks, verify } from "dragline/webhooks";
import { collection, inserting } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";

const { signal } = new AbortController();
const secret = "whsec_of_a_monitor";
const data = { monitorId: "m", diff: { before: {}, after: {} } };
const event = { account: "ada", type: "monitor.change", data, flat: true };

/** Webhooks whose receivers answer by their path; a status of 0 is no answer. */
function subject(answers: Readonly<Record<string, number>>, records = new MemoryRecords()) {
  const calls: { path: string; valid: boolean }[] = [];
  const webhooks = createWebhooks({
    records,
    sender: {
      send: async ({ url, headers, body }) => {
        const path = new URL(url).pathname;
        calls.push({ path, valid: verify({ headers, body }, secret).valid });
        const httpStatus = answers[path] || null;
        const refused = httpStatus === null ? ("connect" as const) : ("status" as const);
        const failure = httpStatus === 200 ? undefined : refused;
        return { httpStatus, failure, permanent: false, retryAfterMs: undefined, durationMs: 1 };
      },
      [Symbol.asyncDispose]: async () => {},
    },
    mailer: { send: async () => undefined },
  });
  return { webhooks, calls };
}

describe("Webhooks.sendNow", () => {
  it("makes one attempt to each of the event's receivers, and none to endpoints", async () => {
    const { webhooks, calls } = subject({ "/good": 200, "/bad": 500 });
    await using _ = webhooks;
    await webhooks.endpoints.create("ada", { url: "https://example.com/endpoint" });
    const to = [
      { url: "https://example.com/good", secret },
      { url: "https://example.com/bad", secret },
      { url: "https://example.com/none", secret },
      { url: "mailto:ada@example.com" },
    ];
    const outcomes = await webhooks.sendNow({ ...event, to });
    expect(outcomes.map(({ deliveryId: _id, ...rest }) => rest)).toEqual([
      { httpStatus: 200, success: true, url: to[0]?.url, error: null },
      { httpStatus: 500, success: false, url: to[1]?.url, error: "HTTP 500" },
      {
        httpStatus: null,
        success: false,
        url: to[2]?.url,
        error: "connection refused or unreachable",
      },
      { httpStatus: null, success: true, url: to[3]?.url, error: null },
    ]);
    expect(calls.map(({ path }) => path).toSorted()).toEqual(["/bad", "/good", "/none"]);
    expect(calls.every(({ valid }) => valid)).toBe(true);
  });

  it("stores the deliveries; those that failed are not tried again", async () => {
    const { webhooks } = subject({ "/good": 200, "/bad": 500 });
    await using _ = webhooks;
    const to = [{ url: "https://example.com/good" }, { url: "https://example.com/bad" }];
    const ids = (await webhooks.sendNow({ ...event, to })).map(({ deliveryId }) => deliveryId);
    const stored = await Promise.all(ids.map((id) => webhooks.deliveries.get("ada", id)));
    expect(stored).toMatchObject([
      { status: "success", attempts: 1, nextAttemptAt: null },
      { status: "failed", attempts: 1, nextAttemptAt: null },
    ]);
  });

  it("stores what goes with them in the same step, or sends nothing", async () => {
    const records = new MemoryRecords();
    const links = collection({ name: "links", fields: { id: "string" }, key: ["id"] });
    await records.ensure([links], { signal });
    const { webhooks, calls } = subject({ "/good": 200 }, records);
    await using _ = webhooks;
    const to = [{ url: "https://example.com/good" }];
    await webhooks.sendNow(
      { ...event, to },
      { also: ([delivery]) => [inserting(links, [{ id: delivery?.id ?? "" }])] },
    );
    const [made] = await webhooks.deliveries.list("ada");
    expect(await records.find(links, {}, { signal })).toEqual([{ id: made?.id }]);
    const again = webhooks.sendNow(
      { ...event, to },
      { also: () => [inserting(links, [{ id: made?.id ?? "" }])] },
    );
    await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
    expect([calls.length, await webhooks.deliveries.list("ada")]).toMatchObject([1, [{}]]);
  });

  it("sends nothing to nobody", async () => {
    const { webhooks } = subject({});
    await using _ = webhooks;
    expect(await webhooks.sendNow(event)).toEqual([]);
  });
});

describe("DeliveryQuery.ids", () => {
  it("gives those deliveries alone, of the account alone", async () => {
    const { webhooks } = subject({ "/good": 200 });
    await using _ = webhooks;
    const to = [{ url: "https://example.com/good" }];
    const send = async (account: string) => {
      const [outcome] = await webhooks.sendNow({ ...event, account, to });
      return outcome?.deliveryId ?? "";
    };
    const [first, , other] = [await send("ada"), await send("ada"), await send("bob")];
    const list = await webhooks.deliveries.list("ada", { ids: [first, other, "dlv_none"] });
    expect(list.map(({ id }) => id)).toEqual([first]);
    expect(await webhooks.deliveries.list("ada", { ids: [] })).toEqual([]);
  });

  it("is at most 200 texts", async () => {
    const { webhooks } = subject({});
    await using _ = webhooks;
    const ids = Array.from({ length: 201 }, (_each, index) => `dlv_${index}`);
    const list = webhooks.deliveries.list("ada", { ids });
    await expect(list).rejects.toMatchObject({ code: "INVALID_QUERY", details: { field: "ids" } });
  });
});
