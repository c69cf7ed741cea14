import { describe, expect, it } from "vitest";
import type { RunCall } from "dragline/wire";
import { done, failed, JumpClock, transports, useWorld, type User } from "../transports/index.ts";

const HOUR = 3_600_000;
const refusal = (code: string, more: object = {}) => ({
  status: "error",
  error: { code, message: expect.any(String), ...more },
});
/** Whoever the socket belongs to is a proxy, so that a case may say where it calls from. */
const trustedProxies = ["127.0.0.1", "203.0.113.7"];
let address = 0;

describe.each(transports)("4.8 POST /wire-run, over $name", (transport) => {
  const clock = new JumpClock();
  const signUpUrl = "https://app.example/signup";
  const options = { trustedProxies, signUpUrl };
  const world = useWorld(transport, { collaborators: { clock }, options });

  /** Calls without a key from an address of its own. */
  function stranger(ip?: string) {
    address += 1;
    const from = ip ?? `198.51.100.${address}`;
    return (json: unknown) =>
      world.nobody.send({
        method: "POST",
        path: "/wire-run",
        json,
        headers: { "x-forwarded-for": from },
      });
  }
  const trial = (remaining_credits: number) => ({
    remaining_credits,
    signup_url: signUpUrl,
    message: expect.stringContaining(signUpUrl),
  });

  it("answers without a key what the action gave, and what is left of 10 trial credits", async () => {
    const answer = await stranger()({ action_id: "shop.items", params: { query: "boat" } });
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        status: "completed",
        data: { params: { query: "boat" } },
        credits_used: 4,
        execution_ms: 1,
        trial: trial(6),
      },
    ]);
    expect(answer.headers.get("x-service-trial-credits-remaining")).toBe("6");
  });

  it("refuses with 402 once the trial is used up, until 24 hours after it was", async () => {
    const ask = stranger();
    const items = { action_id: "shop.items" };
    expect((await ask(items)).json["trial"]).toEqual(trial(6));
    await clock.jump(HOUR);
    expect((await ask(items)).json["trial"]).toEqual(trial(2));
    const refused = await ask(items);
    expect([refused.status, refused.json]).toEqual([
      402,
      refusal("INSUFFICIENT_CREDITS", { balance: 2, required: 4, trial: trial(2) }),
    ]);
    expect(refused.headers.get("retry-after")).toBe(String(23 * 3600));
    expect(refused.headers.get("x-service-trial-credits-remaining")).toBe("2");
    expect((await ask({ action_id: "shop.prices" })).json["trial"]).toEqual(trial(1));
    expect((await stranger()(items)).status).toBe(200);
    await clock.jump(23 * HOUR);
    expect((await ask(items)).json["trial"]).toEqual(trial(1));
  });

  it("counts a network of IPv6 as one client", async () => {
    const first = await stranger("2001:db8:1:2::1")({ action_id: "shop.items" });
    const same = await stranger("2001:db8:1:2:ffff::2")({ action_id: "shop.items" });
    const other = await stranger("2001:db8:1:3::1")({ action_id: "shop.items" });
    const left = [first, same, other].map(({ headers }) =>
      headers.get("x-service-trial-credits-remaining"),
    );
    expect(left).toEqual(["6", "2", "6"]);
  });

  it("takes nothing for a run that fails, and answers 200 with its code", async () => {
    world.runner.acts.set("shop.items", () => failed("EXECUTION_FAILED", "The shop is closed."));
    const ask = stranger();
    for (let count = 0; count < 4; count += 1) {
      const answer = await ask({ action_id: "shop.items" });
      expect([answer.status, answer.json]).toEqual([
        200,
        {
          status: "failed",
          error: { code: "EXECUTION_FAILED", message: "The shop is closed." },
          credits_used: 0,
          execution_ms: 1,
          trial: trial(10),
        },
      ]);
    }
    world.runner.acts.delete("shop.items");
    const user = await world.user();
    world.runner.acts.set("shop.items", () => failed("EXECUTION_FAILED", "The shop is closed."));
    const { json } = await user.post("/wire-run", { action_id: "shop.items" });
    world.runner.acts.delete("shop.items");
    expect(json).toMatchObject({ status: "failed", credits_used: 0 });
    expect((await user.get("/credits")).json).toMatchObject({ balance: 300, used: 0 });
  });

  it("charges the account with a key, and has no trial", async () => {
    const user = await world.user(5);
    const answer = await user.post("/wire-run", { action_id: "shop.items" });
    expect(answer.json).toEqual({
      status: "completed",
      data: { params: {} },
      credits_used: 4,
      execution_ms: 1,
    });
    expect(answer.headers.get("x-service-trial-credits-remaining")).toBeNull();
    expect(await user.balance()).toBe(1);
    const poor = await user.post("/wire-run", { action_id: "shop.items" });
    expect([poor.status, poor.json]).toEqual([
      402,
      refusal("INSUFFICIENT_CREDITS", { balance: 1, required: 4 }),
    ]);
    expect((await user.get("/wire/jobs")).json.jobs).toEqual([]);
  });

  it("names files without a download", async () => {
    const { json } = await stranger()({ action_id: "board.export" });
    expect(json).toMatchObject({
      status: "completed",
      data: null,
      files: [{ name: "notes.csv", content_type: "text/csv; charset=utf-8", size_bytes: 12 }],
    });
  });

  it.each([
    ["an action that writes", { action_id: "board.post" }, 403, "FORBIDDEN", {}],
    ["one that needs a credential", { action_id: "shop.account" }, 403, "FORBIDDEN", {}],
    ["an unknown one", { action_id: "shop.fly" }, 404, "NOT_FOUND", {}],
    ["no action", {}, 400, "INVALID_PARAMS", { missing_fields: ["action_id"] }],
    [
      "a missing parameter",
      { action_id: "board.page" },
      400,
      "INVALID_PARAMS",
      { missing_fields: ["url"] },
    ],
    [
      "an unknown parameter",
      { action_id: "shop.items", params: { x: 1 } },
      400,
      "INVALID_PARAMS",
      { missing_fields: [] },
    ],
  ])("refuses %s, with a key and without", async (_, ...row) => {
    const [body, status, code, more] = row as [object, number, string, object];
    for (const answer of [await stranger()(body), await world.alice.post("/wire-run", body)]) {
      expect([answer.status, answer.json]).toEqual([status, refusal(code, more)]);
    }
  });

  it("refuses a key that is not valid", async () => {
    const headers = { "x-api-key": "dl_wrong" };
    const json = { action_id: "shop.items" };
    const answer = await world.nobody.send({ method: "POST", path: "/wire-run", json, headers });
    expect([answer.status, answer.json]).toEqual([401, refusal("UNAUTHORIZED")]);
  });

  it("fails after 120 s, and takes nothing", async () => {
    const ask = stranger();
    const reached = new Promise<void>((resolve) => {
      world.runner.acts.set("shop.items", ({ signal }: RunCall) => {
        resolve();
        return new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
        });
      });
    });
    const asked = ask({ action_id: "shop.items" });
    await reached;
    await clock.jump(119_000);
    await clock.jump(1001);
    const answer = await asked;
    world.runner.acts.delete("shop.items");
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { status: "failed", error: { code: "EXECUTION_FAILED" }, trial: trial(10) },
    ]);
  });

  it("tells no endpoint", async () => {
    const user = await world.user();
    await user.post("/webhooks", { url: world.receiver.url("/run") });
    await user.post("/wire-run", { action_id: "shop.items" });
    expect((await user.get("/webhooks/deliveries")).json.deliveries).toEqual([]);
  });
});

describe.each(transports)("4.8 POST /wire-run by option, over $name", (transport) => {
  const off = useWorld(transport, { options: { trialCredits: 0 } });
  const three = useWorld(transport, { options: { trialCredits: 3, headerPrefix: "X-Own-" } });

  it("is turned off by 0, with a key too", async () => {
    for (const user of [off.nobody, off.alice]) {
      const answer = await user.post("/wire-run", { action_id: "shop.prices" });
      expect([answer.status, answer.json]).toEqual([403, refusal("FORBIDDEN")]);
    }
  });

  it("has as many credits as the host says, its own header, and no sign-up by default", async () => {
    const answer = await three.nobody.post("/wire-run", { action_id: "shop.prices" });
    expect(answer.json["trial"]).toMatchObject({ remaining_credits: 2, signup_url: null });
    expect(answer.headers.get("x-own-trial-credits-remaining")).toBe("2");
    const dear = await three.nobody.post("/wire-run", { action_id: "shop.items" });
    expect([dear.status, dear.json.error]).toMatchObject([402, { balance: 2, required: 4 }]);
  });
});

describe("4.8 POST /wire-run whose client goes", () => {
  const [first] = transports;
  const world = useWorld(first as NonNullable<typeof first>);

  it.each(["a stranger", "a user"])("ends the run, and costs %s nothing", async (who) => {
    const user: User = who === "a user" ? await world.user() : world.nobody;
    const stopped = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    world.runner.acts.set("shop.items", ({ signal }: RunCall) => {
      reached.resolve();
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          stopped.resolve();
          reject(signal.reason as Error);
        });
      });
    });
    const leaving = new AbortController();
    const answering = world.service.fetch(
      new Request(`${world.origin}/v1/wire-run`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(user.key === "" ? {} : { "x-api-key": user.key }),
        },
        body: JSON.stringify({ action_id: "shop.items" }),
        signal: leaving.signal,
      }),
      { remoteAddress: "203.0.113.9" },
    );
    await reached.promise;
    leaving.abort();
    await stopped.promise;
    await answering;
    world.runner.acts.set("shop.items", () => done({}));
    if (who === "a user") expect(await user.balance()).toBe(300);
    const request = new Request(`${world.origin}/v1/wire-run`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ action_id: "shop.items" }),
    });
    if (who === "a user") return;
    const again = await world.service.fetch(request, { remoteAddress: "203.0.113.9" });
    expect(again.headers.get("x-service-trial-credits-remaining")).toBe("6");
  });
});
