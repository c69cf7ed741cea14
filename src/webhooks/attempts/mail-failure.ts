import type { MailFailure } from "./event-mailer.ts";

/** Failures by the codes of nodemailer and of sockets. */
const CLASSES: ReadonlyMap<unknown, MailFailure> = new Map<unknown, MailFailure>([
  ["EAUTH", "mail-login"],
  ["ENOAUTH", "mail-login"],
  ["EOAUTH2", "mail-login"],
  ["ETIMEDOUT", "timeout"],
  ["EDNS", "dns"],
  ["ENOTFOUND", "dns"],
  ["EAI_AGAIN", "dns"],
  ["ETLS", "tls"],
  ["ECONNREFUSED", "connect"],
  ["EHOSTUNREACH", "connect"],
  ["ENETUNREACH", "connect"],
  ["ESOCKET", "connect"],
]);

/**
 * Why a transport did not send. What the server said counts most: 5xx is for good and 4xx passes (RFC
 * 5321, 4.2.1), but a refused login is not a fault of the mail. What is unknown may pass.
 */
export function mailFailure(error: unknown): MailFailure {
  if (typeof error !== "object" || error === null) return "connection-lost";
  const code: unknown = Reflect.get(error, "code");
  const known = CLASSES.get(code);
  if (known === "mail-login") return known;
  const response: unknown = Reflect.get(error, "responseCode");
  if (typeof response === "number" && response >= 400) {
    return response >= 500 ? "mail-refused" : "mail-deferred";
  }
  // Without an answer of the server it is the address that cannot be written.
  if (code === "EENVELOPE") return "mail-refused";
  return known ?? "connection-lost";
}
