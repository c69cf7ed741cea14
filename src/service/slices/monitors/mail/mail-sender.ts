import type { MailFailure } from "../../../../webhooks/index.ts";

/** A mail to one reader, in two forms that say the same. */
export interface Mail {
  /** The same when it is sent again, so that mail programs show it once. */
  readonly id: string;
  /** One address, without a name. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** A whole document. */
  readonly html: string;
}

/** Sends mails. */
export interface MailSender {
  /**
   * Gives a mail to a server, once; what came of it is a value.
   * @returns why not; undefined when it was taken
   * @throws the signal's reason
   */
  send(mail: Mail, call: { readonly signal: AbortSignal }): Promise<MailFailure | undefined>;
}
