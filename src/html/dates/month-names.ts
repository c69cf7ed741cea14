import { foldNames } from "./fold-names.ts";

/** Languages whose names of months are known, from the platform's own tables. */
const LANGUAGES =
  "en en-GB en-AU de de-AT fr fr-CA es es-MX it pt pt-PT nl pl cs sk sv da no fi et lv lt tr ru uk bg sr hr sl el hu ro he ar ar-SY fa hi bn id ms th ca";

/** Letters that an abbreviation of a name has at least. */
const SHORTEST = 3;

/** Names to months, 1 to 12; 0 where languages disagree. */
type MonthTable = ReadonlyMap<string, number>;

let known: MonthTable | undefined;
let abbreviated: MonthTable | undefined;

/**
 * The month, 1 to 12, that a name or an abbreviation of it means in any of forty languages;
 * undefined for other words, and where languages disagree and `language` does not decide.
 */
export function monthNamed(name: string, language: string | undefined): number | undefined {
  known ??= tableOf(LANGUAGES.split(" ").flatMap(namesIn));
  const word = bare(name);
  const month = known.get(word);
  if (month === 0) return language === undefined ? undefined : tableOf(namesIn(language)).get(word);
  return month ?? (beginningsOf(known).get(word) || undefined);
}

function beginningsOf(names: MonthTable): MonthTable {
  abbreviated ??= tableOf(
    [...names].flatMap(([name, month]) => {
      const lengths = Array.from({ length: Math.max(0, name.length - SHORTEST) }, (_, i) => i);
      return lengths.map((more) => [name.slice(0, SHORTEST + more), month] as const);
    }),
  );
  return abbreviated;
}

function tableOf(names: readonly (readonly [string, number])[]): MonthTable {
  const table = new Map<string, number>();
  for (const [name, month] of names) {
    table.set(name, (table.get(name) ?? month) === month ? month : 0);
  }
  return table;
}

/** Full and short names, alone and as they stand beside a day. */
function namesIn(language: string): (readonly [string, number])[] {
  const styles = (["long", "short"] as const).flatMap((month) => [
    { month },
    { month, day: "numeric" } as const,
  ]);
  return styles.flatMap((style) => {
    const form = { ...style, timeZone: "UTC", calendar: "gregory" } as const;
    const format = dateFormat(language, form);
    return Array.from({ length: 12 }, (_, index) => {
      const parts = format?.formatToParts(Date.UTC(2024, index, 15)) ?? [];
      const name = parts.find(({ type }) => type === "month")?.value ?? "";
      return [bare(foldNames(name)), index + 1] as const;
    }).filter(([name]) => /^\D{2,}$/.test(name));
  });
}

/** How a language writes dates; undefined when the platform does not know such a tag. */
export function dateFormat(
  language: string,
  form: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(language.replace(/_/g, "-"), form);
  } catch {
    return undefined;
  }
}

/** Without the sign of an abbreviation, and without the Catalan and Hebrew words that lead to a name. */
function bare(name: string): string {
  return name.replace(/^(?:de |d['’]|ב(?=\p{L}{3}))/u, "").replace(/[.'’׳॰]+$/, "");
}
