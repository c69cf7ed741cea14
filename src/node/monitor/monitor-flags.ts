import type { FieldRule, MonitorDefinition, Schedule } from "../../monitor/index.ts";
import type { Values } from "../help/flag.ts";
import type { definitionFlags } from "../help/tables/monitor.ts";
import { UsageError } from "../terminal/terminal.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { duration } from "../input/duration.ts";

/** What the flags of a definition say. */
export type DefinitionValues = Values<typeof definitionFlags>;

type Pair = readonly [keyof DefinitionValues, keyof DefinitionValues];

const exclusive: readonly Pair[] = [
  ["every", "cron"],
  ["field", "schema"],
  ["site", "field"],
  ["site", "schema"],
];

/** Flags that mean something beside another alone. */
const dependent: readonly Pair[] = [
  ["goal", "ai"],
  ["max-pages", "site"],
  ["depth", "site"],
  ["include", "site"],
  ["exclude", "site"],
];

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
    watchFormat: values.format ?? "markdown",
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
      throw new UsageError(`--${one} and --${other} cannot be combined`);
    }
  }
  for (const [flag, needed] of dependent) {
    if (isGiven(flag) && !isGiven(needed)) throw new UsageError(`--${flag} needs --${needed}`);
  }
}

function scheduleOf({ every = "1h", cron, timezone }: DefinitionValues): Schedule {
  return cron === undefined ? { every: duration(every, "every") } : { cron, timezone };
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
