import { smtpTransport } from "../serve/smtp-transport.ts";
import type { Environment } from "./finding.ts";

/**
 * Connects and logs in to the mail server.
 * @throws what the server says; Error where no sender is configured
 */
export async function logInToMail(env: Environment): Promise<string> {
  const url = env["SMTP_URL"] ?? "";
  if (!env["MAIL_FROM"]) throw new Error("MAIL_FROM, the sender address of e-mails, is not set");
  const transport = await smtpTransport(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
  const { hostname, port } = new URL(url);
  return `answers at ${hostname}${port === "" ? "" : `:${port}`}; mails come from ${env["MAIL_FROM"]}`;
}
