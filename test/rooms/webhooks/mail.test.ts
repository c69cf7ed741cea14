import {
  createWebhooks,
  type EventMail,
  type EventMailer,
  type MailFailure,
  type Webhooks,
} from "dragline/webhooks";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { secretRows } from "../../../src/webhooks/collections.ts";
import { isMailAddress } from "../../../src/webhooks/outbox/mail-address.ts";

const to = [{ url: "mailto:ada@example.com" }];
const event = { account: "ada", type: "monitor.change", data: { url: "u" }, flat: true, to };

/** A mailer that says so, the last for ever, and what it was given. */
function saying(...outcomes: readonly (MailFailure | undefined)[]) {
  const sent: EventMail[] = [];
  const mailer: EventMailer = {
    send: async (mail) => {
      sent.push(mail);
      return outcomes[Math.min(sent.length, outcomes.length) - 1];
    },
  };
  return { mailer, sent };
}

/** Sends the event and gives its delivery when nothing is pending any more. */
async function delivered(webhooks: Webhooks, clock: FakeClock, sent = event) {
  const stop = new AbortController();
  const running = webhooks.run({ signal: stop.signal });
  const [made] = await webhooks.send(sent);
  const pending = () => webhooks.deliveries.list("ada", { status: "pending" });
  while ((await pending()).length > 0) await clock.advance(5_000);
  stop.abort();
  await running;
  return webhooks.deliveries.get("ada", made?.id ?? "");
}

describe("EventMailer", () => {
  it("gets what a receiver by e-mail is told", async () => {
    const clock = new FakeClock();
    const { mailer, sent } = saying(undefined);
    await using webhooks = createWebhooks({ clock, mailer });
    const delivery = await delivered(webhooks, clock);
    expect(delivery).toMatchObject({
      endpointId: null,
      url: "mailto:ada@example.com",
      status: "success",
      httpStatus: null,
      attempts: 1,
      error: null,
    });
    expect(sent).toMatchObject([
      { to: "ada@example.com", deliveryId: delivery.id, event: "monitor.change" },
    ]);
    expect(Buffer.from(sent[0]?.body ?? []).toString()).toBe(`{"type":"monitor.change","url":"u"}`);
  });

  it("is asked again on the ladder after failures that may pass", async () => {
    const clock = new FakeClock();
    const { mailer, sent } = saying("connect", "mail-deferred", undefined);
    await using webhooks = createWebhooks({ clock, mailer });
    const began = clock.now();
    expect(await delivered(webhooks, clock)).toMatchObject({ status: "success", attempts: 3 });
    expect(clock.now() - began).toBeGreaterThanOrEqual(360_000);
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  it.each<[MailFailure, number, string]>([
    ["mail-refused", 1, "the mail was refused"],
    ["mail-deferred", 6, "the mail server asked to try again later"],
  ])("ends a delivery after %s", async (failure, attempts, error) => {
    const clock = new FakeClock();
    await using webhooks = createWebhooks({ clock, mailer: saying(failure).mailer });
    expect(await delivered(webhooks, clock)).toMatchObject({
      status: "exhausted",
      attempts,
      error,
      httpStatus: null,
    });
  });

  it("has a delivery exhausted at its first attempt where there is none", async () => {
    const clock = new FakeClock();
    await using webhooks = createWebhooks({ clock });
    const ended = {
      status: "exhausted",
      attempts: 1,
      httpStatus: null,
      error: "no mail sender is configured",
    };
    expect(await delivered(webhooks, clock)).toMatchObject(ended);
    const [outcome] = await webhooks.sendNow(event);
    const now = await webhooks.deliveries.get("ada", outcome?.deliveryId ?? "");
    expect(now).toMatchObject(ended);
  });

  it("is given up after the time of an attempt", async () => {
    const clock = new FakeClock();
    const mailer: EventMailer = {
      send: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    };
    await using webhooks = createWebhooks({ clock, mailer });
    expect(await delivered(webhooks, clock)).toMatchObject({
      status: "exhausted",
      attempts: 6,
      error: "no answer in time",
    });
  });

  it("may send a delivery that ended once more", async () => {
    const clock = new FakeClock();
    const { mailer } = saying("mail-refused", undefined);
    await using webhooks = createWebhooks({ clock, mailer });
    const { id } = await delivered(webhooks, clock);
    await webhooks.deliveries.resend("ada", id);
    await delivered(webhooks, clock);
    expect(await webhooks.deliveries.get("ada", id)).toMatchObject({
      status: "success",
      attempts: 2,
    });
  });

  it("makes no signing secret for mails", async () => {
    const clock = new FakeClock();
    const { mailer } = saying(undefined);
    const records = new MemoryRecords();
    const options = { standardHeaders: true };
    await using webhooks = createWebhooks({ records, clock, mailer }, options);
    expect(await delivered(webhooks, clock)).toMatchObject({ status: "success" });
    expect(await records.find(secretRows, {}, { signal: new AbortController().signal })).toEqual(
      [],
    );
  });
});

describe("isMailAddress", () => {
  it.each(["ada@example.com", "a.b+c@x.example", "o'hara@a-b.example", "a@localhost"])(
    "takes %s",
    (address) => {
      expect(isMailAddress(address)).toBe(true);
    },
  );

  it.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example.com,eve@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com\n",
    "Ada <ada@example.com>",
    '"a b"@example.com',
    "ada@exa mple.com",
    "ada@-example.com",
    "ada@example..com",
    `${"a".repeat(65)}@example.com`,
    `a@${`${"b".repeat(60)}.`.repeat(5)}com`,
  ])("refuses %j", (address) => {
    expect(isMailAddress(address)).toBe(false);
  });

  it("is what an event is checked by", async () => {
    await using webhooks = createWebhooks();
    const bad = { ...event, to: [{ url: "mailto:a@example.com?bcc=b@example.com" }] };
    await expect(webhooks.prepare(bad)).rejects.toMatchObject({ code: "INVALID_URL" });
    const endpoint = webhooks.endpoints.create("ada", { url: "mailto:a@example.com" });
    await expect(endpoint).rejects.toMatchObject({ code: "INVALID_URL" });
    expect(() => webhooks.checkUrl("mailto:a@example.com")).toThrow("http");
  });
});
