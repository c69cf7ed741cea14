import type { FieldRule, MonitorDefinition, Schedule, WatchFormat } from "../../monitor/index.ts";
import { UsageError } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";
import { duration } from "../duration.ts";

/** The flags that say what is watched, for parseArgs. */
export const definitionFlags = {
  every: { type: "string" },
  cron: { type: "string" },
  timezone: { type: "string" },
  select: { type: "string", multiple: true },
  remove: { type: "string", multiple: true },
  main: { type: "boolean" },
  field: { type: "string", multiple: true },
  schema: { type: "string" },
  ai: { type: "boolean" },
  goal: { type: "string" },
  format: { type: "string" },
  ignore: { type: "string", multiple: true },
  trigger: { type: "string", multiple: true },
  site: { type: "boolean" },
  "max-pages": { type: "string" },
  depth: { type: "string" },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  browser: { type: "boolean" },
  country: { type: "string" },
} as const;

/** What a command's help says of {@link definitionFlags}. */
export const definitionHelp = `  --every TIME       how often: 30s, 15m, 1h, 1d (1h)
  --cron PATTERN     when, as cron has it: '0 9 * * mon-fri'
  --timezone NAME    the time zone of --cron (UTC)
  --select SEL       watch only what matches the CSS selector; may be repeated
  --remove SEL       watch what is left without it; may be repeated
  --main             only the main content: without navigation, header, footer and the like
  --field NAME=SEL   watch values instead: the text at the selector; may be repeated
  --schema FILE      watch the values of a JSON Schema: what the page says of itself, else what a
                     model finds there
  --ai               a model judges which changes matter, and sums them up
  --goal TEXT        with --ai: what matters
  --format NAME      markdown, html or cleaned_html (markdown)
  --ignore TEXT      lines with it do not count; /words/i is a regular expression; may be repeated
  --trigger TEXT     only changes that put in a line with it count; may be repeated
  --site             watch the pages that the page links to as well
  --max-pages N      with --site: most pages (50, at most 50)
  --depth N          with --site: most link steps from the page (2, at most 5)
  --include GLOB     with --site: only URLs that match; may be repeated
  --exclude GLOB     with --site: not the URLs that match; may be repeated
  --browser          run the page's scripts in Chromium
  --country CODE     two letters, put in place of {country} in the proxy's URL`;

/** What the flags say, as parseArgs gives it. */
export interface DefinitionValues {
  readonly every?: string | undefined;
  readonly cron?: string | undefined;
  readonly timezone?: string | undefined;
  readonly select?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
  readonly main?: boolean | undefined;
  readonly field?: readonly string[] | undefined;
  readonly schema?: string | undefined;
  readonly ai?: boolean | undefined;
  readonly goal?: string | undefined;
  readonly format?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly trigger?: readonly string[] | undefined;
  readonly site?: boolean | undefined;
  readonly "max-pages"?: string | undefined;
  readonly depth?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly browser?: boolean | undefined;
  readonly country?: string | undefined;
}

type Pair = readonly [keyof DefinitionValues, keyof DefinitionValues];

const exclusive: readonly Pair[] = [
  ["every", "cron"],
  ["field", "schema"],
  ["site", "field"],
  ["site", "schema"],
];

/** Flags that mean something beside another alone. */
const dependent: readonly Pair[] = [
  ["timezone", "cron"],
  ["goal", "ai"],
  ["max-pages", "site"],
  ["depth", "site"],
  ["include", "site"],
  ["exclude", "site"],
];

const formats: readonly string[] = ["markdown", "html", "cleaned_html"] satisfies WatchFormat[];

/**
 * The definition that the flags mean.
 * @param outputSchema what the file of `--schema` has
 * @throws UsageError
 */
export function definitionOf(
  url: string,
  values: DefinitionValues,
  outputSchema?: MonitorDefinition["outputSchema"],
): MonitorDefinition {
  const { site = false, browser, country, select, remove, main, ignore, trigger } = values;
  checkTogether(values);
  const fields = fieldsOf(values.field ?? []);
  return {
    url,
    schedule: scheduleOf(values),
    scope: site ? "site" : "page",
    watchMode: fields === undefined && outputSchema === undefined ? "full_page" : "specific_data",
    watchFormat: formatOf(values),
    fields,
    outputSchema,
    aiMode: values.ai,
    aiGoal: values.goal,
    filters: { include: select, remove, main, ignoreText: ignore, triggerText: trigger },
    useBrowser: browser,
    country: country?.toLowerCase(),
    maxPages: wholeNumber(values, "max-pages"),
    maxDepth: wholeNumber(values, "depth"),
    includePatterns: values.include,
    excludePatterns: values.exclude,
  };
}

function checkTogether(values: DefinitionValues): void {
  const isGiven = (flag: keyof DefinitionValues): boolean => (values[flag] ?? false) !== false;
  for (const [one, other] of exclusive) {
    if (isGiven(one) && isGiven(other)) {
      throw new UsageError(`--${one} and --${other} exclude each other`);
    }
  }
  for (const [flag, needed] of dependent) {
    if (isGiven(flag) && !isGiven(needed)) throw new UsageError(`--${flag} goes with --${needed}`);
  }
}

function scheduleOf({ every = "1h", cron, timezone }: DefinitionValues): Schedule {
  return cron === undefined ? { every: duration(every, "every") } : { cron, timezone };
}

function formatOf({ format = "markdown" }: DefinitionValues): WatchFormat {
  if (formats.includes(format)) return format as WatchFormat;
  throw new UsageError(`--format takes ${formats.join(", ")}; got '${format}'`);
}

function fieldsOf(texts: readonly string[]): Readonly<Record<string, FieldRule>> | undefined {
  if (texts.length === 0) return undefined;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", selector = ""] = /^([^=\s]+)=(.+)$/s.exec(text) ?? [];
      if (name !== "") return [name, selector];
      throw new UsageError(`--field takes NAME=SELECTOR, such as price=.price; got '${text}'`);
    }),
  );
}
