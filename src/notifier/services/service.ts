import type { Clock } from "../../core/index.ts";
import type { Connector } from "../../net/index.ts";
import type { AttemptSender } from "../../webhooks/index.ts";
import type { Message } from "../messages/message.ts";
import type { KeptNotice } from "../notices/check-notice.ts";
import { NotifierError } from "../notifier-error.ts";
import type { TargetText } from "../targets/target-text.ts";
import type { HttpCalls } from "./http-calls.ts";
import type { Sent } from "./sent.ts";

/** A message on its way. */
export interface Letter {
  /** `ntf_…`; the same on every attempt. */
  readonly id: string;
  readonly message: Message;
  /** What it tells, for programs. */
  readonly notices: readonly KeptNotice[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What services send with. */
export interface SendTools {
  readonly http: HttpCalls;
  /** Sends signed webhooks. */
  readonly webhooks: Pick<AttemptSender, "send">;
  /** Opens guarded connections. */
  readonly connector: Connector;
  readonly clock: Clock;
  /** PEM of authorities to trust besides Node's. */
  readonly ca: readonly string[];
}

/** One receiver at a service. */
export interface Receiver {
  /** What may be shown: the service and who is told, without secrets. */
  readonly label: string;
  /** Where it is asked; judged when the target is set. Undefined where nothing is asked over the network. */
  readonly url: URL | undefined;
  /** What is masked in texts of the service's. */
  readonly secrets: readonly string[];
  /**
   * Tells it, once. Failures are values, or errors of the transport.
   * @throws FetchError, NetError; the signal's reason
   */
  send(letter: Letter, tools: SendTools, signal: AbortSignal): Promise<Sent>;
}

/** What reading a target may depend on. */
export interface ReadScope {
  /** Base addresses of services that targets do not name; the public ones when absent. */
  readonly servers: Readonly<Partial<Record<"slack" | "discord" | "telegram", string>>>;
  readonly allowCommands: boolean;
  /** Signs webhooks whose URL has no secret. */
  readonly secret: string | undefined;
}

/** A service that messages are sent to. */
export interface Service {
  /** As people write it. */
  readonly title: string;
  /** Of its targets, without the colon. */
  readonly schemes: readonly string[];
  /** How its targets are written; the first is the usual one. */
  readonly forms: readonly string[];
  /** @throws NotifierError `INVALID_TARGET` */
  read(target: TargetText, scope: ReadScope): Receiver;
}

/** What a target of a service should be; what came is not told, as it may be a secret. */
export function unfit(
  { title, forms }: Pick<Service, "title" | "forms">,
  why: string,
): NotifierError {
  const expected = forms.join(" or ");
  return new NotifierError("INVALID_TARGET", {
    message: `A target of ${title} must be ${expected}: ${why}.`,
    details: { service: title },
  });
}
