import { MONITORS_FOLDER } from "../../default-places.ts";
import { modelVariables } from "../environment.ts";
import { choice, grouped, list, option, toggle } from "../flag.ts";
import { remoteFlags } from "../flags/remote-flags.ts";
import { usualCodes, type Row, type Section, type VerbCommandHelp } from "../help-page.ts";
import { messageFlags, notifyFlag, placeholderText, targetRows } from "./notify.ts";

/** Flags that every subcommand takes. */
export const placeFlags = grouped("Options of every command", {
  data: option("DIR", "the folder of the monitors", `./${MONITORS_FOLDER}`),
  json: toggle("print lines of JSON"),
  proxy: option(
    "URL",
    "use this http, https or socks5 proxy, credentials in the URL; it is not saved",
  ),
  "allow-host": list("HOST", "allow a private host, address or CIDR range; it is saved"),
});

/** Flags of subcommands that work with the monitors of a service as well. */
const kept = { ...placeFlags, ...remoteFlags };

/** Flags that say what is watched. */
export const definitionFlags = {
  every: option("TIME", "check at this interval: 30s, 15m, 1h, 1d", "1h"),
  cron: option("PATTERN", "check when this cron pattern says: '0 9 * * mon-fri'"),
  timezone: option("NAME", "with --cron, --quiet or --digest: the time zone"),
  format: choice(
    ["NAME", "markdown", "html", "cleaned_html"],
    "compare markdown, html or cleaned_html",
    "markdown",
  ),
  browser: toggle("load the page in Chromium and run its scripts"),
  country: option("CODE", "two letters that replace {country} in the proxy's URL"),
  ...grouped("What counts as a change", {
    select: list("SEL", "watch only the elements that match the CSS selector"),
    remove: list("SEL", "leave out the elements that match the CSS selector"),
    main: toggle("watch only the main content, without navigation, header and footer"),
    ignore: list("TEXT", "ignore lines with this text; /words/i is a regular expression"),
    trigger: list("TEXT", "count only changes that add a line with this text"),
    field: list("NAME=SEL", "watch values instead of the page: the text at each CSS selector"),
    schema: option(
      "FILE",
      "watch the values of a JSON Schema: from the page's own data, or else from a model",
    ),
    ai: toggle("let a model judge which changes matter, and summarize them"),
    goal: option("TEXT", "with --ai: what matters to you"),
  }),
  ...grouped("Several pages", {
    site: toggle("also watch the pages that the page links to"),
    "max-pages": option("N", "with --site: pages in all, at most 50", "50"),
    depth: option("N", "with --site: link steps from the page, at most 5", "2"),
    include: list("GLOB", "with --site: only URLs that match"),
    exclude: list("GLOB", "with --site: no URLs that match"),
  }),
};

/** How targets are written. */
const targetSections: readonly Section[] = [
  { title: "Targets", rows: targetRows },
  { text: [placeholderText] },
];

const targetExamples: readonly Row[] = [
  ["dragline monitor notify ntfy://lamps-of-ada", "a push message for each change"],
  [
    "dragline monitor notify env:SMTP_TARGET --digest 08:00 --quiet 22:00-07:00",
    "a mail each morning",
  ],
];

const timezoneFlag = grouped("Messages", {
  timezone: option(
    "NAME",
    "the time zone of --quiet, --digest and of times",
    "that of this machine",
  ),
});

const localTargets =
  "targets take no --remote: a service tells those that 'dragline monitor add --notify' names";

const verbs = {
  add: {
    summary: "check a page, and watch it from now on",
    usage: ["URL [--every TIME | --cron PATTERN] [OPTIONS]"],
    purpose: [
      "Checks a page once, prints what it saw, and keeps it to compare with later.",
      "'dragline monitor run' or 'dragline monitor check' make the later checks.",
    ],
    flags: {
      ...definitionFlags,
      ...notifyFlag,
      ...messageFlags,
      again: toggle("watch the URL also when a monitor of it exists"),
      ...kept,
    },
    remote: [
      "every",
      "format",
      "browser",
      "country",
      "field",
      "schema",
      "ai",
      "goal",
      "site",
      "max-pages",
      "depth",
      "include",
      "exclude",
      "notify",
      "again",
      "json",
    ],
    sections: [{ title: "Environment, for --schema and --ai", rows: modelVariables }],
  },
  list: {
    summary: "list the monitors, their next and last check and last change",
    usage: ["[OPTIONS]"],
    purpose: [
      "Lists the monitors: id, URL, when each is checked, when it was checked and when it last changed.",
    ],
    flags: kept,
    remote: ["json"],
  },
  check: {
    summary: "check the monitors that you name, or all of them",
    usage: ["[ID …] [--due] [OPTIONS]"],
    purpose: [
      "Checks the monitors that you name, or all of them, now.",
      "A failed check does not change what is compared with later.",
    ],
    flags: { due: toggle("check only monitors whose time has come; for cron"), ...kept },
    remote: ["json"],
    sections: [{ title: "Environment, for --schema and --ai", rows: modelVariables }],
  },
  diff: {
    summary: "show the last change, in the terminal or as a page",
    usage: ["ID [--html FILE | --unified] [--change N] [OPTIONS]"],
    purpose: ["Shows what changed on a page."],
    flags: {
      html: option("FILE", "write the change as a page, both versions side by side"),
      unified: toggle("print a unified diff, as patch reads it"),
      change: option("N", "the number of the change in the history; 1 is the newest", "1"),
      ...kept,
    },
    remote: ["html", "unified", "change", "json"],
  },
  history: {
    summary: "list the checks of a monitor and their results",
    usage: ["ID [--limit N] [OPTIONS]"],
    purpose: ["Lists the checks of a monitor and the result of each."],
    flags: { limit: option("N", "checks to list", "20"), ...kept },
    remote: ["limit", "json"],
  },
  run: {
    summary: "check every monitor at its time, until Ctrl-C",
    usage: ["[OPTIONS]"],
    purpose: ["Checks every monitor at its time, and prints changes as they happen, until Ctrl-C."],
    flags: placeFlags,
    localOnly:
      "'run' takes no --remote: a service checks its monitors by itself; see them: dragline monitor list --remote URL",
    sections: [{ title: "Environment, for --schema and --ai", rows: modelVariables }],
  },
  notify: {
    summary: "tell somebody of the changes of all monitors, or of some",
    usage: ["TARGET [--monitor ID]… [OPTIONS]"],
    purpose: [
      "Tells a target of changes from now on: a push message, a chat, a mail, a webhook, a command.",
      "'dragline monitor run' and 'dragline monitor check' send the messages. What a target refuses for now is sent again, six times in nine hours.",
    ],
    localOnly: localTargets,
    flags: {
      monitor: list("ID", "tell of this monitor alone; of all without it"),
      name: option("NAME", "what the target is called; its kind without it"),
      ...messageFlags,
      ...timezoneFlag,
      ...placeFlags,
    },
    sections: targetSections,
    examples: targetExamples,
  },
  "notify-test": {
    summary: "send a test message to a target",
    usage: ["TARGET|NAME [OPTIONS]"],
    purpose: [
      "Sends a test message to a target, or to one that has a name here, and says what came of it.",
    ],
    localOnly: localTargets,
    flags: { ...messageFlags, ...timezoneFlag, ...placeFlags },
    sections: targetSections,
  },
  "notify-list": {
    summary: "list the targets and the last messages",
    usage: ["[OPTIONS]"],
    purpose: ["Lists the targets, what waits for each, and the last messages."],
    localOnly: localTargets,
    flags: placeFlags,
  },
  "notify-rm": {
    summary: "remove a target",
    usage: ["NAME [OPTIONS]"],
    purpose: ["Removes a target. Changes that still wait for it are dropped."],
    localOnly: localTargets,
    flags: placeFlags,
  },
  rm: {
    summary: "remove a monitor with its history",
    usage: ["ID [OPTIONS]"],
    purpose: ["Removes a monitor with its history."],
    flags: kept,
    remote: [],
  },
};

/** The table of `dragline monitor`. */
export const monitorHelp: VerbCommandHelp<typeof placeFlags, typeof verbs> = {
  name: "monitor",
  usage: [],
  purpose: [
    "Watches pages for changes.",
    `Monitors and their history are kept in ./${MONITORS_FOLDER}. An ID is an id as 'list' shows it, or the URL. To run the checks from cron: dragline monitor check --due.`,
  ],
  flags: placeFlags,
  verbs,
  examples: [
    [
      "dragline monitor add https://shop.example/lamp --field price=.price --every 1h",
      "watch a price",
    ],
    ["dragline monitor notify ntfy://lamps-of-ada", "send changes to a phone"],
    ["dragline monitor run", "check at these times, print changes and send them"],
    [
      "dragline monitor add https://shop.example/lamp --remote https://api.example",
      "have a service watch it",
    ],
  ],
  exitCodes: { 0: "done", 1: "a check or the command failed", ...usualCodes },
};
