import { describe, expect, it } from "vitest";
import { FakeIds } from "dragline/testing";
import type { NewEndpoint } from "../../../../src/webhooks/endpoints/endpoint.ts";
import { DistinctIds } from "../distinct-ids.ts";
import { recordStores } from "../record-stores.ts";
import { completed, signal, subject, turnsDuring } from "../stores-subject.ts";

const url = "https://a.example/hook";
const notFound = { name: "WebhookError", code: "NOT_FOUND" };

describe.each(recordStores)("EndpointStore on %s", (_, isThere, make) => {
  it.skipIf(!isThere)("makes an endpoint and tells its secret this once", async () => {
    const { endpoints } = subject({ records: await make()() });
    const given = { url, description: "Orders", events: ["job.failed", "job.completed"] };
    const { secret, ...endpoint } = await endpoints.create("a", given);
    expect(secret).toMatch(/^whsec_.{40,}/);
    const time = "2026-01-01T00:00:00.000Z";
    const stamps = { isActive: true, createdAt: time, updatedAt: time };
    expect(endpoint).toEqual({ id: expect.stringMatching(/^whe_/), ...given, ...stamps });
    expect(await endpoints.get("a", endpoint.id)).toEqual(endpoint);
    expect(await endpoints.list("a")).toEqual([endpoint]);
  });

  it.skipIf(!isThere)("lets an account have ten, however many are made at once", async () => {
    const open = make();
    const one = subject({ records: await open(), ids: new DistinctIds("1") }).endpoints;
    const other = subject({ records: await open(), ids: new DistinctIds("2") }).endpoints;
    const made = await Promise.allSettled(
      Array.from({ length: 30 }, (_each, index) => (index % 2 ? one : other).create("a", { url })),
    );
    const refused = made.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(20);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: "TOO_MANY_ENDPOINTS" } });
    }
    const [first] = await other.list("a");
    expect(await other.list("a")).toHaveLength(10);
    await other.remove("a", first?.id ?? "");
    await one.create("a", { url });
    await expect(one.create("a", { url })).rejects.toMatchObject({
      code: "TOO_MANY_ENDPOINTS",
      details: { maxEndpoints: 10 },
    });
    await one.create("b", { url });
  });

  it.skipIf(!isThere).each([
    ["paused", "the endpoint is paused"],
    ["removed", "the endpoint was removed"],
  ])("ends all deliveries that wait when it is %s, and no others", async (how, expected) => {
    const { endpoints, outbox, records, rows, set } = subject({ records: await make()() });
    const { id } = await endpoints.create("a", { url });
    const other = await endpoints.create("a", { url });
    const [settled] = await outbox.send(completed);
    const [underWay] = await outbox.send(completed);
    await set(settled?.id ?? "", { status: "success", dueAt: null, nextAttemptAt: null });
    await set(underWay?.id ?? "", { token: "a worker's", attempts: 1 });
    const many = await Promise.all(Array.from({ length: 1100 }, () => outbox.prepare(completed)));
    await records.atomic(
      many.flatMap(({ operations }) => operations),
      { signal },
    );
    if (how === "removed") await endpoints.remove("a", id);
    else await endpoints.update("a", id, { isActive: false });
    const states = new Map<unknown, Set<string>>();
    for (const { endpointId, status, error, dueAt, nextAttemptAt, token } of await rows()) {
      const isDue = (dueAt ?? nextAttemptAt ?? token) !== null;
      const of = states.get(endpointId) ?? new Set<string>();
      states.set(endpointId, of);
      of.add(JSON.stringify({ status, error, isDue }));
    }
    const ended = JSON.stringify({ status: "exhausted", error: expected, isDue: false });
    const success = JSON.stringify({ status: "success", error: null, isDue: false });
    const waiting = JSON.stringify({ status: "pending", error: null, isDue: true });
    expect(states.get(id)).toEqual(new Set([success, ended]));
    expect(states.get(other.id)).toEqual(new Set([waiting]));
  });
});

describe("EndpointStore", () => {
  it("lists endpoints oldest first, those of one time as they were made", async () => {
    const { endpoints, clock } = subject();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      ids.push((await endpoints.create("a", { url })).id);
      if (count > 2) await clock.advance(1);
    }
    await endpoints.remove("a", ids.shift() ?? "");
    ids.push((await endpoints.create("a", { url })).id);
    await endpoints.update("a", ids[0] ?? "", { description: "Changed" });
    expect((await endpoints.list("a")).map(({ id }) => id)).toEqual(ids);
  });

  it("tells other accounts nothing of an endpoint and lets them do nothing to it", async () => {
    const { endpoints, outbox, rows } = subject();
    const { id } = await endpoints.create("a", { url });
    await outbox.send(completed);
    await expect(endpoints.get("b", id)).rejects.toMatchObject(notFound);
    await expect(endpoints.update("b", id, { isActive: false })).rejects.toMatchObject(notFound);
    await expect(endpoints.update("b", id, {})).rejects.toMatchObject(notFound);
    await expect(endpoints.remove("b", id)).rejects.toMatchObject(notFound);
    await expect(endpoints.rotateSecret("b", id)).rejects.toMatchObject(notFound);
    expect(await endpoints.list("b")).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "pending" }]);
    expect(await endpoints.get("a", id)).toMatchObject({ isActive: true });
  });

  it("changes what is sent and keeps the rest", async () => {
    const { endpoints, clock } = subject();
    const given = { url, description: "Orders", events: ["job.failed"] };
    const { secret: _secret, ...made } = await endpoints.create("a", given);
    await clock.advance(5000);
    const updatedAt = "2026-01-01T00:00:05.000Z";
    for (const change of [
      { url: "https://b.example/" },
      { description: null },
      { events: [] },
      { isActive: false },
      { isActive: true },
    ]) {
      const changed = await endpoints.update("a", made.id, change);
      Object.assign(made, change);
      expect(changed).toEqual({ ...made, updatedAt });
    }
    await clock.advance(5000);
    const same = { url: undefined, description: undefined, events: undefined };
    expect(await endpoints.update("a", made.id, same)).toEqual({ ...made, updatedAt });
  });

  it("lets a test of a paused endpoint wait", async () => {
    const { endpoints, outbox, rows } = subject();
    const { id } = await endpoints.create("a", { url });
    await outbox.sendTest("a", id);
    await endpoints.update("a", id, { isActive: false });
    expect(await rows()).toMatchObject([{ type: "webhook.test", status: "pending" }]);
    await endpoints.remove("a", id);
    expect(await rows()).toMatchObject([{ type: "webhook.test", status: "exhausted" }]);
  });

  it("gives an endpoint a new secret; what was made keeps its signature", async () => {
    const { endpoints, outbox, rows } = subject();
    const { id, secret } = await endpoints.create("a", { url });
    await outbox.send(completed);
    const [before] = await rows();
    const rotated = await endpoints.rotateSecret("a", id);
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect(await rows()).toEqual([before]);
  });

  it.each<[string, object]>([
    ["INVALID_URL", {}],
    ["INVALID_URL", { url: null }],
    ["INVALID_URL", { url: "http://localhost/" }],
    ["INVALID_URL", { url: [url] }],
    ["INVALID_ENDPOINT", { url, description: "x".repeat(501) }],
    ["INVALID_ENDPOINT", { url, description: 7 }],
    ["INVALID_ENDPOINT", { url, events: "job.failed" }],
    ["INVALID_ENDPOINT", { url, events: ["job.failed", "job.other"] }],
    ["INVALID_ENDPOINT", { url, events: [["job.failed"]] }],
    ["INVALID_ENDPOINT", { url, events: ["__proto__"] }],
  ])("refuses with %s an endpoint of %j", async (code, given) => {
    const { endpoints } = subject();
    const refused = { name: "WebhookError", code };
    await expect(endpoints.create("a", given as NewEndpoint)).rejects.toMatchObject(refused);
    const { id } = await endpoints.create("a", { url });
    if (Object.keys(given).length === 0) return;
    await expect(endpoints.update("a", id, given)).rejects.toMatchObject(refused);
    expect(await endpoints.list("a")).toMatchObject([{ url, description: null, events: [] }]);
  });

  it("takes 500 characters of description, and each event once", async () => {
    const { endpoints } = subject();
    const description = "🏗".repeat(250);
    const events = ["job.failed", "job.failed", "webhook.test"];
    const made = await endpoints.create("a", { url, description, events });
    expect(made).toMatchObject({ description, events: ["job.failed", "webhook.test"] });
  });

  it("makes every endpoint active, whatever it is told", async () => {
    const { endpoints } = subject();
    const given = { url, isActive: false, id: "whe_mine", secret: "mine", slot: 99 };
    const made = await endpoints.create("a", given);
    expect(made).toMatchObject({ isActive: true, id: expect.not.stringContaining("mine") });
    expect(made.secret).not.toBe("mine");
  });

  it.each([null, undefined, "", "x".repeat(257), { ne: "" }])(
    "takes no account %j for the rows of all",
    async (none) => {
      const { endpoints } = subject();
      const { id } = await endpoints.create("a", { url });
      const account = none as string;
      await expect(endpoints.create(account, { url })).rejects.toMatchObject({
        code: "INVALID_ENDPOINT",
      });
      await expect(endpoints.list(account)).rejects.toMatchObject({ code: "INVALID_QUERY" });
      await expect(endpoints.get(account, id)).rejects.toMatchObject(notFound);
      await expect(endpoints.remove(account, id)).rejects.toMatchObject(notFound);
      await expect(endpoints.get("a", account)).rejects.toMatchObject(notFound);
      await expect(endpoints.remove("a", account)).rejects.toMatchObject(notFound);
    },
  );

  it("does nothing when it is cancelled before, and says why", async () => {
    const { endpoints } = subject();
    const { id } = await endpoints.create("a", { url });
    const reason = new Error("enough");
    const call = { signal: AbortSignal.abort(reason) };
    await expect(endpoints.create("a", { url }, call)).rejects.toBe(reason);
    await expect(endpoints.update("a", id, { isActive: false, ...call })).rejects.toBe(reason);
    await expect(endpoints.remove("a", id, call)).rejects.toBe(reason);
    expect(await endpoints.list("a")).toMatchObject([{ id, isActive: true }]);
  });

  it("lets the process do other work while it ends very many deliveries", async () => {
    const { endpoints, outbox, records } = subject();
    const { id } = await endpoints.create("a", { url });
    const many = await Promise.all(Array.from({ length: 1100 }, () => outbox.prepare(completed)));
    const operations = many.flatMap((event) => event.operations);
    await records.atomic(operations, { signal });
    expect(await turnsDuring(() => endpoints.remove("a", id))).toBeGreaterThan(3);
  });

  it("gives up where ids repeat", async () => {
    const ids = new FakeIds();
    ids.token = () => "same";
    const { endpoints } = subject({ ids });
    await endpoints.create("a", { url });
    const error = { name: "StorageError", code: "CONFLICT" };
    await expect(endpoints.create("a", { url })).rejects.toMatchObject(error);
  });

  it("removes an endpoint once", async () => {
    const { endpoints } = subject();
    const { id } = await endpoints.create("a", { url });
    const twice = [endpoints.remove("a", id), endpoints.remove("a", id)];
    const outcomes = await Promise.allSettled(twice);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(endpoints.remove("a", id)).rejects.toMatchObject(notFound);
  });
});
