import { isMissingPackage } from "../../core/index.ts";
import type { MailTransport } from "../../service/index.ts";

/** Milliseconds; an attempt to send takes no longer than 10 s altogether. */
const PATIENCE = 8_000;

/** A transport of nodemailer to one server. */
interface SmtpTransport extends MailTransport {
  /** Connects and logs in. */
  verify(): Promise<unknown>;
  close(): void;
}

/**
 * A transport to the server that `SMTP_URL` names; nothing is connected yet.
 * @throws Error when it is not such a URL or nodemailer is missing; no message contains the URL
 */
export async function smtpTransport(text: string): Promise<SmtpTransport> {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error("expected smtp://user:password@host:port, or smtps:// for TLS from the start");
  }
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"]) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(PATIENCE));
  }
  const { createTransport } = await import("nodemailer").catch((error: unknown) => {
    throw isMissingPackage(error) ? missing() : error;
  });
  return createTransport(url.href);
}

function missing(): Error {
  return new Error("the package nodemailer is missing: npm install nodemailer");
}
