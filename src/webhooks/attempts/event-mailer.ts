/** An event to send by e-mail. */
export interface EventMail {
  /** One address. */
  readonly to: string;
  /** `dlv_…`; the same on every attempt. */
  readonly deliveryId: string;
  /** `monitor.change` */
  readonly event: string;
  /** JSON, as a webhook would have it. */
  readonly body: Uint8Array;
}

/** Why a mail was not taken. Only `mail-refused` is for good. */
export type MailFailure =
  /** The server will not have it: 5xx, or it cannot be written. */
  | "mail-refused"
  /** The server asks to try later: 4xx. */
  | "mail-deferred"
  /** The server does not let us in. */
  | "mail-login"
  | "dns"
  | "connect"
  | "tls"
  | "connection-lost"
  | "timeout";

/** Tells of events by e-mail. */
export interface EventMailer {
  /**
   * Sends one mail, once; what came of it is a value.
   * @returns why not; undefined when a server took it
   * @throws the signal's reason
   */
  send(mail: EventMail, signal: AbortSignal): Promise<MailFailure | undefined>;
}
