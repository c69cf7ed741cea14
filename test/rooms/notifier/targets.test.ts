import { createNotifier, targetForms } from "dragline/notifier";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { targetRows } from "../../../src/notifier/collections.ts";
import { notice, Rig } from "./rig.ts";

const call = { signal: new AbortController().signal };

describe("a target", () => {
  it.each([
    ["ntfy://lamps", "ntfy at ntfy.sh"],
    ["ntfy://ntfy.sh/lamps", "ntfy at ntfy.sh"],
    ["https://ntfy.sh/lamps", "ntfy at ntfy.sh"],
    ["ntfys://push.example/lamps", "ntfy at push.example"],
    ["slack://T0AAA/B0BBB/ccc", "Slack webhook of T0AAA"],
    ["slack://bot@T0AAA/B0BBB/ccc", "Slack webhook of T0AAA"],
    ["https://hooks.slack.com/services/T0AAA/B0BBB/ccc", "Slack webhook of T0AAA"],
    ["slack://xoxb-1-2/#general", "Slack channel #general"],
    ["discord://123456/abcdefgh", "Discord webhook 123456"],
    ["https://discord.com/api/webhooks/123456/abcdefgh", "Discord webhook 123456"],
    ["https://discordapp.com/api/webhooks/123456/abcdefgh", "Discord webhook 123456"],
    ["tgram://123456:abcdefghijk/-100", "Telegram chat -100"],
    ["telegram://bot123456:abcdefghijk/@lamps", "Telegram chat @lamps"],
    ["matrixs://tok@matrix.example/!a:b.example", "Matrix room !a:b.example"],
    ["matrix://tok@matrix.example/#lamps", "Matrix room #lamps:matrix.example"],
    [
      "msteams://prod.westeurope.logic.azure.com/w?sig=x",
      "Teams at prod.westeurope.logic.azure.com",
    ],
    [
      "https://prod.westeurope.logic.azure.com:443/w?sig=x",
      "Teams at prod.westeurope.logic.azure.com",
    ],
    [
      "workflows://prod.westeurope.logic.azure.com:443/wf/sig",
      "Teams at prod.westeurope.logic.azure.com",
    ],
    ["https://hooks.example/x#whsec_1", "webhook at hooks.example"],
    ["jsons://hooks.example/x#whsec_1", "webhook at hooks.example"],
    [
      "smtps://a%40b.example:pw@mail.example/?to=c@d.example",
      "mail to c@d.example by mail.example",
    ],
    [
      "mailtos://ada:pw@example.com?smtp=mail.example.com",
      "mail to ada@example.com by mail.example.com",
    ],
    ['command:["notify-send","Changed"]', "command notify-send"],
    ["command:/usr/bin/true", "command /usr/bin/true"],
  ])("%s is read", async (url, label) => {
    await using notifier = createNotifier({}, { allowCommands: true });
    expect(await notifier.targets.set("one", url)).toMatchObject({ name: "one", label });
  });

  it.each([
    "",
    "SECRETSECRET",
    "xoxb-SECRET-1",
    "123456:SECRET",
    "slak://SECRET",
    "ntfy://",
    "ntfy://host/SECRET/SECRET",
    "ntfy://SECRET topic",
    "ntfy://%zzSECRET",
    "ntfy://lamps?priority=SECRET",
    "slack://SECRET",
    "slack://T0/B0/SECRET/SECRET",
    "slack://xoxb-SECRET",
    "discord://abc/SECRETSECRET",
    "discord://123456/SECRET/SECRET",
    "tgram://SECRET/1",
    "tgram://123456:SECRETSECRET",
    "tgram://123456:SECRETSECRET/1/2",
    "matrixs://host/!a:b",
    "matrixs://ada:SECRET@host/!a:b",
    "matrixs://SECRET@host/room",
    "msteams://SECRET/SECRET",
    "workflows://SECRET",
    "https://SECRET:SECRET@host/x",
    "https://hooks.example/SECRET",
    "smtp://ada:SECRET@host",
    "smtp://ada@b.example:SECRET@host/?to=c@d.example",
    "smtp://a%40b.example:SECRET@host/?to=nobody",
    "smtp://a%40b.example:SECRET@host/?to=c@d.example%0d%0aBcc:e@f.example",
    "smtp://a%40b.example:SECRET@host/?to=c@d.example&tls=SECRET",
    "command:rm -rf SECRET",
    "command:[SECRET",
    'command:["sh",{"SECRET":1}]',
    "command:",
    "file:///SECRET",
    "ftp://SECRET",
    `ntfy://${"SECRET".repeat(1000)}`,
    "ntfy://SECRET\r\nx: y",
  ])("%j is refused at once, by a sentence that has nothing of it", async (url) => {
    await using notifier = createNotifier({}, { allowCommands: true });
    const error: unknown = await notifier.targets
      .set("one", url)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "INVALID_TARGET",
      message: expect.stringMatching(/[.?]$/),
    });
    const { message, details, cause } = error as Error & { details: object };
    const told = JSON.stringify([message, details, String(cause)]);
    expect(told.replaceAll("#SIGNING_SECRET", "")).not.toContain("SECRET");
    expect(await notifier.targets.list()).toEqual([]);
  });

  it.each([
    null,
    7,
    {},
    [],
    { url: 7 },
    { url: "ntfy://a", owner: 7 },
    { url: "ntfy://a", qiet: "" },
  ])("%j is refused", async (target) => {
    await using notifier = createNotifier();
    await expect(notifier.targets.set("one", target as never)).rejects.toMatchObject({
      code: "INVALID_TARGET",
    });
  });

  it.each([
    [{ quiet: "22-7" }, "22:00-07:00"],
    [{ quiet: "07:00-07:00" }, "22:00-07:00"],
    [{ quiet: 7 }, "22:00-07:00"],
    [{ digest: { every: 59_999 } }, "60000"],
    [{ digest: { at: "8 am" } }, "08:00"],
    [{ digest: { every: 60_000, at: "08:00" } }, "08:00"],
    [{ digest: "08:00" }, "08:00"],
    [{ timezone: "Mars/Olympus" }, "Europe/Berlin"],
    [{ about: "m1" }, "list"],
    [{ template: "{titel}" }, "did you mean {title}?"],
    [{ template: "{after.prize}", values: ["price"] }, "did you mean {after.price}?"],
    [{ title: "{" }, "single '{'"],
  ])("with %j is refused, with what is expected", async (other, message) => {
    await using notifier = createNotifier();
    const setting = notifier.targets.set("one", { url: "ntfy://a", ...(other as object) });
    await expect(setting).rejects.toThrow(message);
  });

  it("may be a command only where that is allowed", async () => {
    await using notifier = createNotifier();
    await expect(notifier.targets.set("one", "command:true")).rejects.toThrow("allowCommands");
  });

  it.each([
    "ntfy://169.254.169.254/x",
    "http://localhost/x#s",
    "matrix://t@10.0.0.1/!a:b",
    "smtp://127.0.0.1/?to=a@b.example&from=a@b.example",
  ])("at a private address is refused: %s", async (url) => {
    await using notifier = createNotifier();
    await expect(notifier.targets.set("one", url)).rejects.toMatchObject({
      code: "INVALID_TARGET",
      details: { reason: "address" },
    });
  });

  it("has forms that are told, for each service", () => {
    expect(Object.keys(targetForms)).toEqual([
      "ntfy",
      "mail",
      "Slack",
      "Discord",
      "Telegram",
      "Matrix",
      "Teams",
      "a webhook",
      "a command",
    ]);
  });
});

describe("Targets", () => {
  it("are shown without their URLs, and replaced under their names", async () => {
    const clock = new FakeClock();
    await using notifier = createNotifier({ clock });
    await notifier.targets.set("b", { url: "ntfy://SECRET", quiet: "22:00-07:00" });
    await clock.advance(1);
    await notifier.targets.set("a", "ntfy://SECRET");
    await notifier.targets.set("b", { url: "discord://123456/SECRET-abc", digest: { at: "8:00" } });
    const list = await notifier.targets.list();
    expect(list).toMatchObject([
      {
        name: "b",
        label: "Discord webhook 123456",
        quiet: null,
        digest: { at: "8:00" },
        waiting: 0,
      },
      { name: "a", label: "ntfy at ntfy.sh" },
    ]);
    expect(JSON.stringify(list)).not.toContain("SECRET");
  });

  it("have a limit for each owner", async () => {
    await using notifier = createNotifier({}, { maxTargets: 1 });
    await notifier.targets.set("a", "ntfy://x");
    await notifier.targets.set("a", "ntfy://y");
    await notifier.targets.set("a", { url: "ntfy://y", owner: "eve" });
    await expect(notifier.targets.set("b", "ntfy://y")).rejects.toMatchObject({
      code: "TOO_MANY_TARGETS",
    });
  });

  it("are sealed at rest with a sealer, and told all the same", async () => {
    const records = new MemoryRecords();
    const sealer = new Sealer({ records, ring: KeyRing.parse(`k1:${"A".repeat(43)}`) });
    await using rig = await Rig.open({ records, collaborators: { sealer } });
    await rig.notifier.targets.set("one", rig.topic("SECRET"));
    const rows = await records.find(targetRows, {}, call);
    expect(rows).toMatchObject([{ secret: "", sealedSecret: expect.any(Uint8Array) }]);
    expect(Buffer.from(rows[0]?.sealedSecret ?? []).toString("latin1")).not.toContain("SECRET");
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    expect(rig.titles).toEqual(["Changed: n1"]);
  });

  it("are tested without anything being kept", async () => {
    await using rig = await Rig.open();
    const url = rig.topic();
    expect(await rig.notifier.targets.test({ url, template: "{after.price} at {host}" })).toEqual({
      isSent: true,
      label: `ntfy at ${rig.service.host}`,
      error: null,
    });
    expect(rig.service.asked[0]?.json["message"]).toBe("1,149 at shop.example");
    expect([await rig.notifier.targets.list(), await rig.notifier.messages.list()]).toEqual([
      [],
      [],
    ]);
    await rig.notifier.targets.set("one", { url, template: "known" });
    await rig.notifier.targets.test({ name: "one" });
    expect(rig.service.asked[1]?.json["message"]).toBe("known");
    await expect(rig.notifier.targets.test({ name: "two" })).rejects.toMatchObject({
      code: "UNKNOWN_TARGET",
    });
  });
});
