import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import { createNotifier } from "dragline/notifier";
import { createCertificate } from "../../certificates.ts";
import { HOUR, notice, Rig } from "./rig.ts";

interface Mailed {
  readonly from: string;
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly text: string;
}

/** A mail server on loopback that keeps what it is given. */
async function mailServer(options: SMTPServerOptions = {}) {
  const mails: Mailed[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _, done) => {
      if (username === "ada@example.com" && password === "SECRET")
        return done(null, { user: "ada" });
      return done(new Error(`no login for ${username} with ${password}`));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        mails.push({ from, to, isSecure: session.secure, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { mails, port, [Symbol.asyncDispose]: close };
}

/** The parts of a mail, decoded. */
function decoded(text: string): string {
  return text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString(),
    );
}

const login = "ada%40example.com:SECRET";

describe("mail", () => {
  it("is sent to each address, in two forms, under the id of its message", async () => {
    await using server = await mailServer();
    await using rig = await Rig.open();
    const way = `127.0.0.1:${server.port}/?to=bob@example.com,eve@example.com&tls=optional`;
    await rig.notifier.targets.set("one", `smtp://${login}@${way}`);
    const values = [{ name: "price <b>", before: "1,299 €", after: '"1,149" & <i>' }];
    const lines = [{ kind: "added", text: "new" }] as const;
    await rig.notifier.tell(notice("n1", { values, lines }));
    await rig.notifier.sendDue();
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      from: "ada@example.com",
      to: ["bob@example.com", "eve@example.com"],
    });
    const [message] = await rig.notifier.messages.list();
    const text = decoded(mail?.text ?? "");
    expect(text).toContain(`Message-ID: <${message?.id}@example.com>`);
    expect(text).toContain("Subject: Changed: n1");
    expect(text).toContain("Auto-Submitted: auto-generated");
    expect(text).toContain('price <b>: 1,299 € -> "1,149" & <i>');
    expect(text).toContain("price &lt;b&gt;: 1,299 € -&gt; &quot;1,149&quot; &amp; &lt;i&gt;");
    expect(text).toContain('<a href="https://shop.example/lamp">');
    expect(message).toMatchObject({ status: "sent", attempts: 1 });
  });

  it("has no headers and receivers that a page asks for", async () => {
    await using server = await mailServer();
    await using rig = await Rig.open();
    await rig.notifier.targets.set(
      "one",
      `smtp://127.0.0.1:${server.port}/?to=bob@example.com&from=a@b.example`,
    );
    const title = "Lamp\r\nBcc: eve@example.com\r\n\r\n<script>\u202E\u0000";
    await rig.notifier.tell(
      notice("n1", { title, values: [{ name: "a\r\n.\r\nQUIT", before: null, after: "x" }] }),
    );
    await rig.notifier.sendDue();
    const [mail] = server.mails;
    expect(mail?.to).toEqual(["bob@example.com"]);
    const [head = ""] = (mail?.text ?? "").split("\r\n\r\n");
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toMatch(/^Subject: Lamp Bcc: eve@example\.com <script>$/m);
  });

  it("goes over TLS from the start, or by STARTTLS; a login is not told without either", async () => {
    const { key, cert, ca } = await createCertificate({ names: ["mail.example.com"] });
    await using first = await mailServer({ secure: true, key, cert });
    await using later = await mailServer({
      key,
      cert,
      disabledCommands: [],
      allowInsecureAuth: false,
    });
    await using plain = await mailServer();
    await using notifier = createNotifier(
      { resolver: { resolve: async () => ["127.0.0.1"] } },
      { allow: ["mail.example.com"], ca },
    );
    const test = (scheme: string, port: number) =>
      notifier.targets.test({
        url: `${scheme}://${login}@mail.example.com:${port}/?to=bob@example.com`,
      });
    expect(await test("smtps", first.port)).toMatchObject({ isSent: true });
    expect(await test("smtp", later.port)).toMatchObject({ isSent: true });
    expect([first.mails[0]?.isSecure, later.mails[0]?.isSecure]).toEqual([true, true]);
    expect(await test("smtp", plain.port)).toMatchObject({ isSent: false });
    expect(plain.mails).toEqual([]);
    await using stranger = createNotifier(
      { resolver: { resolve: async () => ["127.0.0.1"] } },
      { allow: ["mail.example.com"] },
    );
    const url = `smtps://${login}@mail.example.com:${first.port}/?to=bob@example.com`;
    expect(await stranger.targets.test({ url })).toMatchObject({
      isSent: false,
      error: "TLS failed",
    });
  });

  it("that the server defers is tried again, and one that it refuses is not", async () => {
    let code = 451;
    await using server = await mailServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error("not now"), { responseCode: code })),
    });
    await using rig = await Rig.open();
    const way = `127.0.0.1:${server.port}/?to=bob@example.com&from=a@b.example`;
    await rig.notifier.targets.set("one", `smtp://${way}`);
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    const [waiting] = await rig.notifier.messages.list();
    expect(waiting).toMatchObject({ status: "pending", attempts: 1 });
    expect(waiting?.error).toBe("the mail server asked to try again later: 451 not now");
    code = 550;
    await rig.after(HOUR);
    expect(await rig.notifier.messages.list()).toMatchObject([
      { status: "exhausted", attempts: 2, error: "the mail was refused: 550 not now" },
    ]);
  });

  it("does not tell the password of a login that is refused", async () => {
    await using server = await mailServer();
    await using rig = await Rig.open();
    const way = `127.0.0.1:${server.port}/?to=bob@example.com&tls=optional`;
    const { error } = await rig.notifier.targets.test({
      url: `smtp://ada%40example.com:PASSWORD9@${way}`,
    });
    expect(error).toContain("the mail server refused the login");
    expect(error).not.toContain("PASSWORD9");
  });

  it("goes to no private server that is not allowed", async () => {
    await using server = await mailServer();
    await using notifier = createNotifier({ resolver: { resolve: async () => ["127.0.0.1"] } });
    const url = `smtp://mail.example.com:${server.port}/?to=bob@example.com&from=a@b.example`;
    expect(await notifier.targets.test({ url })).toMatchObject({
      isSent: false,
      error: "the address is not public",
    });
    const literal = notifier.targets.set(
      "one",
      `smtp://127.0.0.1:${server.port}/?to=b@c.example&from=a@b.example`,
    );
    await expect(literal).rejects.toMatchObject({
      code: "INVALID_TARGET",
      details: { reason: "address" },
    });
  });
});
