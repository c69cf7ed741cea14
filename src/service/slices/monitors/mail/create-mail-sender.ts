import { checkArgument, CoreError, unlessAborted } from "../../../../core/index.ts";
import type { MailFailure } from "../../../../webhooks/index.ts";
import { isMailAddress, mailFailure } from "../../../../webhooks/internal.ts";
import type { Mail, MailSender } from "./mail-sender.ts";

/** What a transport is asked to send: the part of nodemailer's message that is used. */
export interface TransportMail {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: { readonly [name: string]: string };
  /** Ends the sending, where the transport knows it (nodemailer from 10). */
  readonly signal: AbortSignal;
}

/** A transport of nodemailer, `nodemailer.createTransport(…)`, or what does the same. */
export interface MailTransport {
  sendMail(mail: TransportMail): Promise<unknown>;
}

/** Whose mails they are. */
export interface MailSenderOptions {
  /** Who they come from: `alerts@example.com`, or with a name, `Alerts <alerts@example.com>`. */
  readonly from: string;
}

/** An address in angle brackets behind a name on one line; or an address alone. */
const FROM = /^(?:[^<>\r\n]{0,200}<([^<>\s]+)>|([^<>\s]+))$/;

/**
 * Makes a sender of mails from a transport, which is borrowed and left open. An attempt is cut off by
 * the service after 10 seconds; a transport of an older nodemailer goes on with it, so give that
 * timeouts of its own.
 * @example createMailSender({ transport: nodemailer.createTransport(url) }, { from: "a@example.com" })
 * @throws CoreError `INVALID_OPTION`
 */
export function createMailSender(
  collaborators: { readonly transport: MailTransport },
  options: MailSenderOptions,
): MailSender {
  checkArgument(
    "collaborators of createMailSender({ transport }, { from })",
    collaborators,
    "object",
  );
  checkArgument("options of createMailSender({ transport }, { from })", options, "object");
  const { transport } = collaborators;
  const { from } = options;
  return new TransportSender(transport, from, domainOf(from));
}

class TransportSender implements MailSender {
  readonly #transport: MailTransport;
  readonly #from: string;
  readonly #domain: string;

  constructor(transport: MailTransport, from: string, domain: string) {
    this.#transport = transport;
    this.#from = from;
    this.#domain = domain;
  }

  async send(
    { id, to, subject, text, html }: Mail,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<MailFailure | undefined> {
    signal.throwIfAborted();
    // A text of several addresses would be several receivers.
    if (!isMailAddress(to)) return "mail-refused";
    const sent = this.#transport.sendMail({
      from: this.#from,
      to: { name: "", address: to },
      subject: oneLine(subject),
      text,
      html,
      messageId: `<${id.replaceAll(/[^\w.-]/g, "-")}@${this.#domain}>`,
      // Keeps holiday notices from answering (RFC 3834, 5).
      headers: { "Auto-Submitted": "auto-generated" },
      signal,
    });
    try {
      await unlessAborted(sent, signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return mailFailure(error);
    }
  }
}

/** What would end a header, or turn what stands behind it around, becomes a space. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, " ").trim();
}

function domainOf(from: string): string {
  const [, named, bare] = (typeof from === "string" ? FROM.exec(from) : null) ?? [];
  const address = named ?? bare ?? "";
  if (isMailAddress(address)) return address.slice(address.lastIndexOf("@") + 1);
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'from' must be an e-mail address, 'a@b.example' or 'Name <a@b.example>'.`,
    details: { option: "from", value: from },
  });
}
