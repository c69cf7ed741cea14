import type { NotifyTarget } from "../../../notifier/index.ts";
import type { Environment } from "../../examine/finding.ts";
import type { Values } from "../../help/flag.ts";
import type { messageFlags } from "../../help/tables/notify.ts";
import { duration } from "../../input/duration.ts";
import { UsageError } from "../../terminal/terminal.ts";

/** What the flags say of messages. */
export type MessageValues = Values<typeof messageFlags> & {
  readonly timezone?: string | undefined;
};

const VARIABLE = /^env:(\w+)$/;

/**
 * The URL that a text means: itself, or of `env:NAME` what that variable has, which stands in no
 * history and no list of running programs.
 * @throws UsageError
 */
export function targetUrl(text: string, env: Environment): string {
  const [, name] = VARIABLE.exec(text) ?? [];
  if (name === undefined) return text;
  const value = env[name];
  if (value !== undefined && value !== "") return value;
  throw new UsageError(`the environment variable ${name} is not set`);
}

/**
 * A target as the flags mean it.
 * @param names of values, for placeholders; undefined where any will do
 * @throws UsageError
 */
export function targetOf(
  url: string,
  values: MessageValues,
  names: readonly string[] | undefined,
): NotifyTarget {
  const { template, quiet, digest, timezone = ownTimezone() } = values;
  const title = values["message-title"];
  return {
    url,
    template,
    title,
    values: names,
    quiet,
    digest: digest === undefined ? undefined : digestOf(digest),
    timezone,
  };
}

/** What `add` says of messages. */
interface ToldValues extends MessageValues {
  readonly notify?: readonly string[] | undefined;
  readonly cron?: string | undefined;
}

/**
 * Refuses flags of messages where nobody is told.
 * @throws UsageError
 */
export function checkTold(values: ToldValues): void {
  const { notify, cron, quiet, digest, timezone } = values;
  if (timezone !== undefined && [cron, quiet, digest].every((flag) => flag === undefined)) {
    throw new UsageError("--timezone needs --cron, --quiet or --digest");
  }
  if (notify !== undefined) return;
  const stray = (["template", "message-title", "quiet", "digest"] as const).find(
    (flag) => values[flag] !== undefined,
  );
  if (stray !== undefined) throw new UsageError(`--${stray} needs --notify`);
}

function digestOf(text: string): NonNullable<NotifyTarget["digest"]> {
  return text.includes(":") ? { at: text } : { every: duration(text, "digest") };
}

/** Of the person who types the times. */
function ownTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
