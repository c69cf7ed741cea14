import { grouped, list, option } from "../flag.ts";
import type { Row } from "../help-page.ts";

/** Flags that say how a target is told. */
export const messageFlags = grouped("Messages", {
  template: option("TEXT", "the text of a message, with {placeholders}"),
  "message-title": option("TEXT", "the title of a message, with the same placeholders"),
  quiet: option("HOURS", "send nothing in these hours, such as 22:00-07:00; it waits"),
  digest: option("WHEN", "gather changes: send them 1h after the first, or at a time: 08:00"),
});

/** The flag of a monitor that is told of. */
export const notifyFlag = grouped("Messages", {
  notify: list("TARGET", "tell this target of changes; see: dragline monitor notify --help"),
});

/** Targets, for help. */
export const targetRows: readonly Row[] = [
  ["ntfy://TOPIC", "ntfy.sh; ntfys://[USER:PASSWORD@ or TOKEN@]HOST/TOPIC a server of your own"],
  [
    "smtps://USER:PASSWORD@SERVER/?to=ADDRESS",
    "mail (npm install nodemailer); smtp:// with STARTTLS; ?from=ADDRESS",
  ],
  ["slack://A/B/C", "Slack, by an incoming webhook; slack://xoxb-TOKEN/#CHANNEL by a bot"],
  ["discord://ID/TOKEN", "Discord, by a webhook of a channel"],
  ["tgram://BOT_TOKEN/CHAT_ID", "Telegram"],
  ["matrixs://ACCESS_TOKEN@HOST/!ROOM:SERVER", "Matrix; #ALIAS:SERVER, too"],
  ["msteams://HOST/PATH?QUERY", "Teams: the URL of a workflow's webhook"],
  ["https://HOST/PATH[#SECRET]", "a signed webhook, as 'dragline webhooks listen' verifies it"],
  [
    'command:["PROGRAM","ARGUMENT"]',
    "a program: DRAGLINE_TITLE, DRAGLINE_TEXT, DRAGLINE_URL; JSON on its standard input",
  ],
  ["env:NAME", "the target that this variable has: it stands in no history"],
];

/** Placeholders, for help. */
export const placeholderText =
  "Placeholders: {title}, {url}, {host}, {summary}, {changes}, {time}, {before.NAME} and {after.NAME} of a value; {{ and }} are braces.";
