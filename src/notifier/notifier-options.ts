import { checkNumber, CoreError, withDefaults } from "../core/index.ts";

/** Settings of a notifier. Durations are milliseconds. */
export interface NotifierOptions {
  /**
   * Servers that may be asked although they are not public: hosts, addresses and CIDRs.
   * @default []
   */
  readonly allow?: readonly string[];
  /**
   * Whether targets may be programs of this machine (`command:`). Not where strangers set targets.
   * @default false
   */
  readonly allowCommands?: boolean;
  /**
   * Base addresses of servers that stand in for Slack's, Discord's and Telegram's, by service. Servers
   * of ntfy, Matrix and mail stand in the targets.
   * @default {}
   */
  readonly servers?: Readonly<Partial<Record<"slack" | "discord" | "telegram", string>>>;
  /**
   * Signs webhooks whose target has no secret behind a `#`; without it such targets are refused.
   * @default ""
   */
  readonly signingSecret?: string;
  /**
   * PEM certificates of authorities to trust besides Node's.
   * @default []
   */
  readonly ca?: string | readonly string[];
  /**
   * For one attempt; 1 or more.
   * @default 10000
   */
  readonly attemptTimeoutMs?: number;
  /**
   * Targets that are told at once, of this process; 1 to 1,000. One target has one message at a time.
   * @default 16
   */
  readonly maxConcurrency?: number;
  /**
   * How long a worker that is silent keeps its target; more than `attemptTimeoutMs`.
   * @default 30000
   */
  readonly leaseMs?: number;
  /**
   * How long messages are kept after they were made; a day or more. What waits is kept until it is sent.
   * @default 2592000000
   */
  readonly retentionMs?: number;
  /**
   * Targets of one owner; 1 to 1,000.
   * @default 100
   */
  readonly maxTargets?: number;
}

/** Options with every default filled in. */
export type NotifierSettings = Required<NotifierOptions>;

/** The defaults of every option. */
export const notifierDefaults: NotifierSettings = Object.freeze({
  allow: [],
  allowCommands: false,
  servers: {},
  signingSecret: "",
  ca: [],
  attemptTimeoutMs: 10_000,
  maxConcurrency: 16,
  leaseMs: 30_000,
  retentionMs: 2_592_000_000,
  maxTargets: 100,
});

const DAY = 86_400_000;

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`
 */
export function notifierSettings(options: NotifierOptions | undefined): NotifierSettings {
  const settings = withDefaults(notifierDefaults, options);
  checkNumber("attemptTimeoutMs", settings.attemptTimeoutMs, { min: 1 });
  checkNumber("maxConcurrency", settings.maxConcurrency, { min: 1, max: 1000 });
  checkNumber("leaseMs", settings.leaseMs, { min: settings.attemptTimeoutMs + 1 });
  checkNumber("retentionMs", settings.retentionMs, { min: DAY });
  checkNumber("maxTargets", settings.maxTargets, { min: 1, max: 1000 });
  for (const [name, base] of Object.entries(settings.servers ?? {})) checkServer(name, base);
  return settings;
}

function checkServer(name: string, base: unknown): void {
  const isKnown = name === "slack" || name === "discord" || name === "telegram";
  const url = typeof base === "string" ? URL.parse(base) : null;
  if (isKnown && url !== null && /^https?:$/.test(url.protocol)) return;
  throw new CoreError("INVALID_OPTION", {
    message: "Option 'servers' must have http or https URLs under slack, discord or telegram.",
    details: { option: "servers" },
  });
}
