import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createTransport } from "nodemailer";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as the server got it. */
export interface GotMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body, with the line breaks of SMTP. */
  readonly raw: string;
}

/** A mail server on loopback, with a transport that leads to it. */
export async function openMailbox(options: SMTPServerOptions = {}) {
  const got: GotMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        const to = rcptTo.map(({ address }) => address);
        got.push({ from, to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  const transport = createTransport(url);
  return {
    got,
    url,
    transport,
    [Symbol.asyncDispose]: async () => {
      transport.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An error as the server says it. */
export function saying(responseCode: number): Error {
  return Object.assign(new Error("as the test wants it"), { responseCode });
}
