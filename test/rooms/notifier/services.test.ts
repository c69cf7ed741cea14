import {
  createNotifier,
  type Notice,
  type NotifierOptions,
  type TestOutcome,
} from "dragline/notifier";
import { verify } from "dragline/webhooks";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createCertificate } from "../../certificates.ts";
import { notice, Rig } from "./rig.ts";
import { FakeService, type Answer } from "./services-site.ts";

/** Says what every service has a meaning of its own for. */
const HOSTILE =
  "@everyone <!channel> <@U1> *b* _i_ ~s~ `c` [x](http://evil.example) <b>&amp;</b> @room |> # 1. -";

const hostile: Partial<Notice> = {
  title: HOSTILE,
  values: [{ name: HOSTILE, before: null, after: HOSTILE }],
  lines: [
    { kind: "added", text: HOSTILE },
    { kind: "removed", text: "gone" },
  ],
};

/** As long as a notice may be. */
const long: Partial<Notice> = {
  title: HOSTILE.repeat(5),
  summary: HOSTILE.repeat(30),
  values: Array.from({ length: 60 }, (_, at) => ({
    name: `v${at}`,
    before: HOSTILE.repeat(9),
    after: "1",
  })),
  lines: Array.from({ length: 300 }, () => ({ kind: "added", text: HOSTILE.repeat(9) })),
  url: `https://shop.example/${"x".repeat(2000)}`,
};

/** Tells one notice, and gives what the service was asked. */
async function told(
  target: (host: string) => string,
  other: Partial<Notice> = {},
  options: NotifierOptions = {},
) {
  await using rig = await Rig.open({ options: { signingSecret: "whsec_ours", ...options } });
  await rig.notifier.targets.set("one", target(rig.service.host));
  await rig.notifier.tell(notice("n1", other));
  await rig.notifier.sendDue();
  const [asked] = rig.service.asked;
  const [message] = await rig.notifier.messages.list();
  expect(message).toMatchObject({ status: "sent", error: null });
  return asked as NonNullable<typeof asked>;
}

/** What a test of a target comes to where the service answers so. */
async function refused(target: (host: string) => string, answer: Answer): Promise<TestOutcome> {
  await using rig = await Rig.open();
  rig.service.answers = [answer];
  return await rig.notifier.targets.test({ url: target(rig.service.host) });
}

const SLACK = () => "slack://T0AAA/B0BBB/SECRETccc";
const BOT = () => "slack://xoxb-123-SECRET/#general";
const DISCORD = () => "discord://123456789/SECRET-_token";
const TELEGRAM = () => "tgram://123456:SECRETdefghijk/-100123?topic=7";
const MATRIX = (host: string) => `matrix://SECRETtoken@${host}/!room:server.org`;

describe("ntfy", () => {
  it("gets topic, title, text, link, priority and tags, with a login", async () => {
    const asked = await told((host) => `ntfy://ada:pw%40@${host}/lamps?priority=high&tags=a,b`);
    expect(asked).toMatchObject({ method: "POST", path: "/" });
    expect(asked.headers.authorization).toBe(`Basic ${Buffer.from("ada:pw@").toString("base64")}`);
    expect(asked.json).toEqual({
      topic: "lamps",
      title: "Changed: n1",
      message: "price: 1,299 -> 1,149\n2026-01-01 10:00 UTC",
      click: "https://shop.example/lamp",
      priority: 4,
      tags: ["a", "b"],
    });
    const byToken = await told((host) => `ntfy://tk_1@${host}/lamps`);
    expect(byToken.headers.authorization).toBe("Bearer tk_1");
  });

  it("gets at most 4,096 bytes, with a mark where something is left out", async () => {
    const { json } = await told((host) => `ntfy://${host}/lamps`, long);
    expect(Buffer.byteLength(String(json["message"]))).toBeLessThanOrEqual(4096);
    expect(json["message"]).toMatch(/… and \d+ more lines$/);
  });
});

describe("Slack", () => {
  const textOf = (json: Record<string, unknown>): string =>
    (json["blocks"] as { text: { text: string } }[])[0]?.text.text ?? "";

  it("gets a block by a webhook, in which nothing is markup or a mention", async () => {
    const asked = await told(SLACK, hostile);
    expect(asked.path).toBe("/services/T0AAA/B0BBB/SECRETccc");
    const text = textOf(asked.json);
    expect(text).toContain("*<https://shop.example/lamp|");
    expect(text).toContain("&lt;!channel&gt; &lt;@U1&gt;");
    expect(text).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt;");
    // Each sign of markup has a joiner at both sides.
    expect(text.replace(/^\*.*\*$/m, "")).not.toMatch(/(?<!\u2060)[*_~`]|[*_~`](?!\u2060)/);
    expect(text).not.toMatch(/<[!@#]/);
  });

  it("gets at most 3,000 characters in a block", async () => {
    const { json } = await told(SLACK, long);
    expect(textOf(json).length).toBeLessThanOrEqual(3000);
    expect(textOf(json)).toMatch(/… and \d+ more lines$/);
  });

  it("gets a message by a bot, and is believed when it refuses with 200", async () => {
    const ok = { status: 200, body: '{"ok":true}' };
    await using rig = await Rig.open();
    rig.service.answers = [ok];
    // A text is a URL, as where a target is set.
    expect(await rig.notifier.targets.test(BOT())).toMatchObject({ isSent: true });
    const [asked] = rig.service.asked;
    expect(asked?.headers.authorization).toBe("Bearer xoxb-123-SECRET");
    expect([asked?.path, asked?.json["channel"]]).toEqual(["/api/chat.postMessage", "#general"]);
    const gone = await refused(BOT, {
      status: 200,
      body: '{"ok":false,"error":"channel_not_found"}',
    });
    expect(gone.error).toBe("Slack refused it: channel_not_found");
  });
});

describe("Discord", () => {
  it("calls nobody, and shows what a page says as it is", async () => {
    const { path, json } = await told(DISCORD, hostile);
    expect(path).toBe("/api/webhooks/123456789/SECRET-_token?wait=true");
    expect(json["allowed_mentions"]).toEqual({ parse: [] });
    const content = String(json["content"]);
    expect(content).not.toMatch(/@(?:everyone|here|room)/);
    expect(content).not.toMatch(/(?<![\\<])<[@#:tb]/);
    expect(content).toContain(
      String.raw`\*b\* \_i\_ \~s\~ ${"\\`c\\`"} \[x\](http://evil.example)`,
    );
    expect(content.split("\n")[2]).toMatch(/^\\\+ /);
    expect(content).toContain("<https://shop.example/lamp>");
  });

  it("gets at most 2,000 characters, though the page's address alone has more", async () => {
    const { json } = await told(DISCORD, long);
    expect(String(json["content"]).length).toBeLessThanOrEqual(2000);
    expect(json["content"]).toMatch(/… and \d+ more lines/);
  });
});

describe("Telegram", () => {
  it("gets HTML to a chat and topic, with nothing of the page in it as markup", async () => {
    const { path, json } = await told(TELEGRAM, hostile);
    expect(path).toBe("/bot123456:SECRETdefghijk/sendMessage");
    expect(json).toMatchObject({ chat_id: "-100123", message_thread_id: 7, parse_mode: "HTML" });
    const text = String(json["text"]);
    expect([...text.matchAll(/<\/?[a-z]+[^>]*>/g)].map(([tag]) => tag)).toEqual(["<b>", "</b>"]);
    expect(text).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt;");
  });

  it("gets at most 4,096 characters, with its markup whole", async () => {
    const { json } = await told(TELEGRAM, long);
    const text = String(json["text"]);
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(text).toMatch(/^<b>.*<\/b>\n/);
    expect(text).not.toMatch(/&[a-z]*…/);
  });

  it("is waited for as long as its JSON says", async () => {
    await using rig = await Rig.open();
    const body =
      '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":900}}';
    rig.service.answers = [{ status: 429, body }];
    await rig.notifier.targets.set("one", TELEGRAM());
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    const [message] = await rig.notifier.messages.list();
    expect(message?.error).toBe("Telegram answered 429: Too Many Requests");
    expect(message?.nextAttemptAt).toBe(rig.clock.now() + 900_000);
  });
});

describe("Matrix", () => {
  it("gets an event under the message's id, as text and as HTML", async () => {
    const { method, path, headers, json } = await told(MATRIX, hostile);
    expect([method, headers.authorization]).toEqual(["PUT", "Bearer SECRETtoken"]);
    expect(path).toMatch(
      /^\/_matrix\/client\/v3\/rooms\/!room%3Aserver.org\/send\/m.room.message\/ntf_/,
    );
    expect(json).toMatchObject({ msgtype: "m.text", "m.mentions": {} });
    const html = String(json["formatted_body"]);
    expect(new Set([...html.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag))).toEqual(
      new Set(["strong", "br", "a"]),
    );
  });

  it("is asked for the room of an alias", async () => {
    await using rig = await Rig.open();
    rig.service.answers = [{ status: 200, body: '{"room_id":"!abc:server.org"}' }];
    await rig.notifier.targets.test({ url: `matrix://t@${rig.service.host}/%23lamps:server.org` });
    expect(rig.service.asked.map(({ path }) => path)).toEqual([
      "/_matrix/client/v3/directory/room/%23lamps%3Aserver.org",
      expect.stringMatching(/rooms\/!abc%3Aserver.org\/send/),
    ]);
  });

  it("gets an event that fits", async () => {
    const { body } = await told(MATRIX, long);
    expect(Buffer.byteLength(body)).toBeLessThan(65_536);
  });
});

describe("Teams", () => {
  it("gets a card of runs, within 28 KB, over TLS alone", async () => {
    const { key, cert, ca } = await createCertificate({ names: ["flow.example.com"] });
    await using service = await FakeService.open({ tls: { key, cert } });
    await using notifier = createNotifier(
      { resolver: { resolve: async () => ["127.0.0.1"] } },
      { allow: ["flow.example.com"], ca },
    );
    const way = `flow.example.com:${service.site.port}/workflows/1/invoke?sig=SECRET`;
    await notifier.targets.set("one", `msteams://${way}`);
    for (const other of [hostile, long]) await notifier.tell(notice(String(other === long), other));
    await notifier.sendDue();
    const [short, whole] = service.asked;
    expect(short?.path).toBe("/workflows/1/invoke?sig=SECRET");
    expect(short?.json).toMatchObject({
      type: "message",
      attachments: [
        { content: { type: "AdaptiveCard", actions: [{ url: "https://shop.example/lamp" }] } },
      ],
    });
    expect(short?.body).not.toContain('"TextBlock"');
    expect(Buffer.byteLength(whole?.body ?? "")).toBeLessThanOrEqual(28_000);
    expect(whole?.body).toMatch(/… and \d+ more lines/);
  });
});

describe("a webhook", () => {
  it("is signed as webhooks are, and its body is the same on each attempt", async () => {
    await using rig = await Rig.open({ options: { signingSecret: "whsec_ours" } });
    rig.service.answers = [{ status: 500 }, { status: 200 }];
    await rig.notifier.targets.set("one", `http://${rig.service.host}/hook?x=1#whsec_theirs`);
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    await rig.after(70_000);
    const [first, second] = rig.service.asked;
    expect(second?.body).toBe(first?.body);
    expect(first?.path).toBe("/hook?x=1");
    const { headers = {}, body = "" } = second ?? {};
    for (const scheme of ["service", "standard"] as const) {
      const options = { schemes: [scheme], clock: rig.clock };
      const verified = verify({ headers, body: Buffer.from(body) }, "whsec_theirs", options);
      expect([scheme, verified]).toMatchObject([scheme, { valid: true }]);
    }
    expect(second?.json).toMatchObject({
      type: "monitor.change",
      data: { id: "n1", values: [{ name: "price", before: "1,299", after: "1,149" }] },
    });
  });

  it("gets several notices as a digest", async () => {
    await using rig = await Rig.open();
    const url = `http://${rig.service.host}/hook#whsec_theirs`;
    await rig.notifier.targets.set("one", { url, digest: { every: 60_000 } });
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.tell(notice("n2"));
    await rig.after(60_000);
    expect(rig.service.asked[0]?.json).toMatchObject({
      type: "notice.digest",
      data: { notices: [{ id: "n1" }, { id: "n2" }] },
    });
  });
});

describe("refusals", () => {
  it.each([
    [SLACK, { status: 404, body: "no_service" }, "Slack answered 404: no_service"],
    [
      DISCORD,
      { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
      "Discord answered 404: Unknown Webhook",
    ],
    [
      TELEGRAM,
      { status: 400, body: '{"description":"Bad Request: chat not found"}' },
      "Telegram answered 400: Bad Request: chat not found",
    ],
    [
      MATRIX,
      { status: 403, body: '{"errcode":"M_FORBIDDEN","error":"not in room"}' },
      "Matrix answered 403: not in room",
    ],
    [SLACK, { status: 500, body: "<html>" }, "Slack answered 500: <html>"],
    [
      DISCORD,
      { status: 302, headers: { location: "http://169.254.169.254/" } },
      "Discord answered 302",
    ],
  ] as const)("have the service's reason: %s %j", async (target, answer, error) => {
    expect(await refused(target, answer)).toMatchObject({ isSent: false, error });
  });

  it.each([
    [SLACK, "SECRETccc"],
    [BOT, "xoxb-123-SECRET"],
    [DISCORD, "SECRET-_token"],
    [TELEGRAM, "123456:SECRETdefghijk"],
    [MATRIX, "SECRETtoken"],
  ] as const)("do not tell a secret that the service repeats: %s", async (target, secret) => {
    const said = `no such token: ${secret}`;
    const body = JSON.stringify({ message: said, error: said, description: said });
    const { error, label } = await refused(target, { status: 400, body });
    expect(`${error} ${label}`).not.toContain("SECRET");
    expect(error).toContain("***");
  });

  it("come in time from a service that never ends its answer", async () => {
    await using site = await createSite({
      "*": (_, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write("{");
      },
    });
    await using notifier = createNotifier({}, { allow: ["127.0.0.1"], attemptTimeoutMs: 300 });
    const { error } = await notifier.targets.test({ url: `ntfy://127.0.0.1:${site.port}/x` });
    expect(error).toBe("no answer in time");
  });
});
