import type { Operation } from "../storage/index.ts";
import type { Notice } from "./notices/notice.ts";
import type { KnownTarget, NotifyTarget } from "./targets/target.ts";

/** What every call may carry. */
export interface NotifierCall {
  /** Ends the call; what it asked for has then happened whole or not at all. */
  readonly signal?: AbortSignal | undefined;
}

/** Which targets: those of an owner. */
export interface OwnerCall extends NotifierCall {
  /** Whose targets and messages. @default "" */
  readonly owner?: string | undefined;
}

/** Who is told, by owner and name. */
export interface Targets {
  /**
   * Adds a target, or replaces that of the same owner and name; what it is already to be told waits
   * for the new one.
   * @param name 1 to 100 characters
   * @param target its URL, or more
   * @throws NotifierError `INVALID_TARGET`, `INVALID_TEMPLATE`, `TOO_MANY_TARGETS`, `MAILER_MISSING`;
   *   NetError `ADDRESS_NOT_ALLOWED`
   */
  set(name: string, target: string | NotifyTarget, call?: NotifierCall): Promise<KnownTarget>;
  /** The oldest first. */
  list(call?: OwnerCall): Promise<KnownTarget[]>;
  /**
   * Removes it with what it has yet to be told; messages that wait are given up.
   * @throws NotifierError `UNKNOWN_TARGET`
   */
  remove(name: string, call?: OwnerCall): Promise<void>;
  /**
   * Tells it a sample, once and now; nothing of it is kept.
   * @param target one that is there, by its name: `{ name }`; or a URL or more that need not be
   * @throws as {@link Targets.set}; NotifierError `UNKNOWN_TARGET`
   */
  test(
    target: string | { readonly name: string; readonly owner?: string } | NotifyTarget,
    call?: NotifierCall,
  ): Promise<TestOutcome>;
}

/** What a test came to. */
export interface TestOutcome {
  readonly isSent: boolean;
  /** The service and who was told. */
  readonly label: string;
  /** Why not; null where it was sent. */
  readonly error: string | null;
}

/**
 * How a message stands. `exhausted`: it was given up, after six attempts or because the service will
 * not have it.
 */
export type MessageStatus = "pending" | "sent" | "exhausted";

/** A message to a target. Times are milliseconds since 1970. */
export interface SentMessage {
  /** `ntf_…`; on every attempt the same, also for the receiver of a webhook. */
  readonly id: string;
  readonly owner: string;
  /** The target's name, and what was shown of it. */
  readonly target: string;
  readonly label: string;
  /** How many notices it tells. */
  readonly notices: number;
  readonly status: MessageStatus;
  /** Of the last answer, if one came. */
  readonly httpStatus: number | null;
  readonly attempts: number;
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null;
  /** Null when no attempt is to come. */
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
}

/** Which messages, newest first. */
export interface MessageQuery extends OwnerCall {
  /** Those that stand so; all when absent. */
  readonly status?: MessageStatus | undefined;
  /** How many at most, 1 to 200. @default 50 */
  readonly limit?: number | undefined;
}

/** The log of messages. */
export interface Messages {
  /** @throws NotifierError `INVALID_QUERY` */
  list(query?: MessageQuery): Promise<SentMessage[]>;
  /**
   * Sends one that was given up again, with as many attempts as a new one.
   * @throws NotifierError `NOT_FOUND`
   */
  resend(id: string, call?: NotifierCall): Promise<SentMessage>;
}

/** A notice that is ready to be stored. */
export interface PreparedNotice {
  /** What stores it: to be part of the `Records.atomic` that changes what it is about. */
  readonly operations: readonly Operation[];
  /** Names of the targets that are told. */
  readonly targets: readonly string[];
}

/** Tells of what happens: targets, what they are to be told, and the worker that sends it. */
export interface Notifier extends AsyncDisposable {
  readonly targets: Targets;
  readonly messages: Messages;
  /**
   * Makes what stores a notice for each target that is to be told, to be stored with something else
   * in one step. In that step nothing is stored twice: a notice's id that a target has is a conflict.
   * @throws NotifierError `INVALID_NOTICE`; StorageError
   */
  prepare(notice: Notice, call?: NotifierCall): Promise<PreparedNotice>;
  /**
   * Lets runs of this process know that prepared operations were stored; they find them by themselves
   * within a second otherwise.
   */
  ring(): void;
  /**
   * Stores a notice; when this resolves it is not lost any more. Of an id that a target has already
   * it is told no second time.
   * @returns names of the targets that are told now
   * @throws NotifierError `INVALID_NOTICE`; StorageError
   */
  tell(notice: Notice, call?: NotifierCall): Promise<readonly string[]>;
  /**
   * Sends what is due now, and resolves when nothing of it is left; what is to be sent later waits.
   * @throws StorageError
   */
  sendDue(call?: NotifierCall): Promise<void>;
  /**
   * Sends what is due until the signal aborts; then lets attempts under way end. Several processes
   * may do it on one store.
   * @throws StorageError when the store fails for good
   */
  run(call: { readonly signal: AbortSignal }): Promise<void>;
}
