import { beforeAll, describe, expect, it } from "vitest";
import { MemoryQueue } from "dragline/queue/memory";
import { FakeClock } from "dragline/testing";
import { transports, useWorld, type User } from "../../transports/index.ts";

const unsaved = "22222222-2222-4222-8222-222222222222";
const foreign = "33333333-3333-4333-8333-333333333333";

/** A queue that takes no job. */
class FullQueue extends MemoryQueue {
  override push(): Promise<boolean> {
    return Promise.reject(new Error("the queue is full"));
  }
}

/** What is wrong with a request, in the order in which it is found. */
const faults = {
  route: { status: 404, error: "not_found" },
  key: { status: 401, error: "unauthorized" },
  limit: { status: 429, error: "rate_limit_exceeded" },
  body: { status: 400, error: "invalid_request" },
  unknown: { status: 404, error: "not_found" },
  foreign: { status: 403, error: "forbidden" },
  state: { status: 422, error: "session_not_saved" },
  credits: { status: 402, error: "insufficient_credits" },
  enqueue: { status: 500, error: "queue_error" },
} as const;
type Fault = keyof typeof faults;

const order = Object.keys(faults) as Fault[];
/** Checks of one and the same session cannot fail together. */
const ofSession = new Set<Fault>(["unknown", "foreign", "state"]);
const pairs = order.flatMap((first, index) =>
  order
    .slice(index + 1)
    .filter((second) => !(ofSession.has(first) && ofSession.has(second)))
    // Who has no key has no limit of his own.
    .filter((second) => !(first === "key" && second === "limit"))
    .map((second) => [first, second] as const),
);

const sessions: Partial<Record<Fault, string>> = {
  unknown: "44444444-4444-4444-8444-444444444444",
  foreign,
  state: unsaved,
};

describe.each(transports)("0.2 order of checks, over $name", (transport) => {
  const clock = new FakeClock();
  const queue = new FullQueue({ clock });
  const world = useWorld(transport, {
    collaborators: { clock, queue },
    options: { limits: {} },
    runs: false,
  });

  beforeAll(() => {
    world.sessions.rows.push({ id: foreign, account: world.bob.account, name: "b", isSaved: true });
  });

  /** A user in whom the account's faults are; a session of his without state. */
  const someone = async (wrong: ReadonlySet<Fault>): Promise<User> => {
    const user = await world.user(wrong.has("credits") ? 0 : 10);
    world.sessions.rows.unshift({
      id: unsaved,
      account: user.account,
      name: "unsaved",
      isSaved: false,
    });
    if (wrong.has("limit")) for (let made = 0; made < 60; made += 1) await user.post("/crawl", {});
    return user;
  };

  const send = async (wrong: ReadonlySet<Fault>) => {
    const user = await someone(wrong);
    const sessionId = [...wrong].map((fault) => sessions[fault]).find((id) => id !== undefined);
    const answer = await user.send({
      method: "POST",
      path: wrong.has("route") ? "/crawls" : "/crawl",
      headers: wrong.has("key") ? { "x-api-key": "no-such-key" } : {},
      json: {
        url: world.page("/one"),
        maxPages: wrong.has("body") ? 0 : 2,
        ...(sessionId === undefined ? {} : { sessionId }),
      },
    });
    const balance = (await world.service.accounts.get(user.account)).balance;
    return { answer, charged: (wrong.has("credits") ? 0 : 10) - balance };
  };

  it.each(order)("answers for %s, and charges nothing", async (fault) => {
    // The queue takes nothing: that is the last fault, and always there.
    const { answer, charged } = await send(new Set([fault]));
    expect([answer.status, answer.json.error]).toEqual([faults[fault].status, faults[fault].error]);
    expect(charged).toBe(0);
  });

  it.each(pairs)("answers for %s before %s", async (first, second) => {
    const { answer } = await send(new Set([first, second]));
    const { status, error } = faults[first];
    expect([answer.status, answer.json.error]).toEqual([status, error]);
  });

  it("answers 401, never 429, to whoever has no key", async () => {
    for (let made = 0; made < 70; made += 1) {
      expect((await world.nobody.post("/crawl", {})).status).toBe(401);
    }
  });

  it("refuses by the limit per IP before anything else of a public route", async () => {
    const bad = { method: "GET", path: "/openapi.json", headers: { "x-api-key": "no-such-key" } };
    for (let made = 0; made < 60; made += 1)
      expect((await world.nobody.send(bad)).status).toBe(200);
    expect((await world.nobody.send(bad)).status).toBe(429);
  });

  it("leaves no job behind that could not be queued", async () => {
    const user = await world.user(10);
    const answer = await user.post("/url-scraper", { url: world.page("/one") });
    expect([answer.status, answer.json.error]).toEqual([500, "queue_error"]);
    expect(answer.json.message).not.toContain("the queue is full");
    expect((await user.get("/credits")).json).toMatchObject({ balance: 10, used: 0 });
  });
});
