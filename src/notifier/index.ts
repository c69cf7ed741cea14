/**
 * Tells people and programs what happened: push messages, chats, mails, signed webhooks and commands;
 * once for each target, with retries, digests and quiet hours.
 *
 * Loads the fetcher, which sends; `nodemailer` where a mail is sent; no parser.
 *
 * @example
 * ```ts
 * import { createNotifier } from "dragline/notifier";
 *
 * await using notifier = createNotifier();
 * const { isSent, error } = await notifier.targets.test({ url: "ntfy://lamps-of-ada" });
 * console.log(isSent ? "sent" : error);
 * ```
 * @packageDocumentation
 */
export { createNotifier, type NotifierCollaborators } from "./create-notifier.ts";
export type { NotifierOptions } from "./notifier-options.ts";
export type {
  Messages,
  MessageQuery,
  MessageStatus,
  Notifier,
  NotifierCall,
  OwnerCall,
  PreparedNotice,
  SentMessage,
  Targets,
  TestOutcome,
} from "./notifier.ts";
export { isNotifierError, NotifierError } from "./notifier-error.ts";
export type { Notice, NoticeLine, NoticeValue } from "./notices/notice.ts";
export { tellChanges } from "./notices/tell-changes.ts";
export { targetForms } from "./services/services.ts";
export type { KnownTarget, NotifyTarget } from "./targets/target.ts";
