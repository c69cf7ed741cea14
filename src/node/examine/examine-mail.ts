import { tryOut, type Environment, type Finding } from "./finding.ts";
import { smtpTransport } from "../serve/smtp-transport.ts";

/** Connects and logs in to the mail server, where one is configured; nothing otherwise. */
export function examineMail(env: Environment, signal: AbortSignal): Promise<Finding>[] {
  const url = env["SMTP_URL"];
  if (!url) return [];
  const finding = tryOut("Mail server", signal, async () => {
    if (!env["MAIL_FROM"]) throw new Error("MAIL_FROM, the sender address of e-mails, is not set");
    const transport = await smtpTransport(url);
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
    const { hostname, port } = new URL(url);
    return `answers at ${hostname}${port === "" ? "" : `:${port}`}; mails come from ${env["MAIL_FROM"]}`;
  });
  return [finding];
}
