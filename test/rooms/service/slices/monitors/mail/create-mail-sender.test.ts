import { createTransport } from "nodemailer";
import { describe, expect, it } from "vitest";
import { createMailSender } from "dragline/service";
import type { Mail } from "../../../../../../src/service/slices/monitors/mail/mail-sender.ts";
import { openMailbox, saying } from "./mailbox.ts";

const from = "Alerts <alerts@dragline.example>";
const { signal } = new AbortController();

const mail: Mail = {
  id: "dlv_1",
  to: "ada@example.com",
  subject: "Changed: example.com",
  text: "The price fell.\n",
  html: "<p>The price fell.</p>",
};

describe("createMailSender", () => {
  it("gives a mail in two forms to the server", async () => {
    await using box = await openMailbox();
    const sender = createMailSender(box, { from });
    expect(await sender.send(mail, { signal })).toBeUndefined();
    expect(box.got).toMatchObject([{ from: "alerts@dragline.example", to: ["ada@example.com"] }]);
    const { raw = "" } = box.got[0] ?? {};
    expect(raw).toContain("From: Alerts <alerts@dragline.example>\r\n");
    expect(raw).toContain("Subject: Changed: example.com\r\n");
    expect(raw).toContain("Message-ID: <dlv_1@dragline.example>\r\n");
    expect(raw).toContain("Auto-Submitted: auto-generated\r\n");
    expect(raw).toContain("Content-Type: text/plain");
    expect(raw).toContain("<p>The price fell.</p>");
  });

  it("lets nothing in a subject become a header", async () => {
    await using box = await openMailbox();
    const sender = createMailSender(box, { from });
    const subject = "a\r\nBcc: eve@example.com\r\n\r\nbody\u202Etxt";
    expect(await sender.send({ ...mail, subject }, { signal })).toBeUndefined();
    const { raw = "", to } = box.got[0] ?? {};
    expect(to).toEqual(["ada@example.com"]);
    expect(raw).toContain("Subject: a Bcc: eve@example.com body txt\r\n");
    expect(raw).not.toMatch(/^Bcc:/im);
  });

  it.each(["a@example.com, eve@example.com", "a@example.com\r\nBcc: eve@example.com", ""])(
    "refuses to send to %j",
    async (to) => {
      await using box = await openMailbox();
      const sender = createMailSender(box, { from });
      expect(await sender.send({ ...mail, to }, { signal })).toBe("mail-refused");
      expect(box.got).toEqual([]);
    },
  );

  it.each([
    [421, "mail-deferred"],
    [450, "mail-deferred"],
    [452, "mail-deferred"],
    [550, "mail-refused"],
    [553, "mail-refused"],
  ])("tells %i as %s", async (status, failure) => {
    await using atReceiver = await openMailbox({
      onRcptTo: (_to, _from, done) => done(saying(status)),
    });
    await using atData = await openMailbox({
      onData: (stream, _session, done) => {
        stream.on("end", () => done(saying(status)));
        stream.resume();
      },
    });
    for (const box of [atReceiver, atData]) {
      expect(await createMailSender(box, { from }).send(mail, { signal })).toBe(failure);
    }
  });

  it("tells a login that is refused apart from a mail that is", async () => {
    await using box = await openMailbox({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(saying(535)),
    });
    const transport = createTransport({ url: box.url, auth: { user: "ada", pass: "wrong" } });
    const sender = createMailSender({ transport }, { from });
    expect(await sender.send(mail, { signal })).toBe("mail-login");
    transport.close();
  });

  it("tells a server that is away", async () => {
    const box = await openMailbox();
    await box[Symbol.asyncDispose]();
    const transport = createTransport(box.url);
    expect(await createMailSender({ transport }, { from }).send(mail, { signal })).toBe("connect");
    transport.close();
  });

  it("ends with the signal's reason, and the sending with it", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    await using box = await openMailbox({
      onRcptTo: () => controller.abort(reason),
      onClose: () => resolve(),
    });
    const sender = createMailSender(box, { from });
    await expect(sender.send(mail, { signal: controller.signal })).rejects.toBe(reason);
    await ended;
    expect(box.got).toEqual([]);
  });

  it.each(["", "ada", "a@x, b@y", "Ada <a@x>\r\nBcc: <b@y>", "<a@x> <b@y>"])(
    "refuses to send from %j",
    async (wrong) => {
      const transport = { sendMail: async () => undefined };
      expect(() => createMailSender({ transport }, { from: wrong })).toThrow("from");
    },
  );
});
