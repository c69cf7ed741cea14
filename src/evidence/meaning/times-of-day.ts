import { clockTime } from "../../html/internal.ts";

/** A time of day as a text says it. */
export interface SaidTime {
  /** Minutes since midnight; two where `9:30` may be either half of the day. */
  readonly minutes: readonly number[];
  /** Minutes that its zone is ahead of UTC; several where the name does not tell, none without one. */
  readonly offsets: readonly number[];
  /** Its zone as it is written, where the tables do not know it. */
  readonly unknown: string;
  readonly start: number;
  readonly end: number;
}

/** Zones that are named by words, or by letters of which season or country decides; in hours. */
const ZONES: readonly (readonly [names: string, hours: readonly number[]])[] = [
  ["ET|Eastern Time", [-5, -4]],
  ["Eastern Standard Time", [-5]],
  ["Eastern Daylight Time", [-4]],
  ["CT|Central Time", [-6, -5]],
  ["CST|Central Standard Time", [-6, 8]],
  ["Central Daylight Time", [-5]],
  ["MT|Mountain Time", [-7, -6]],
  ["Mountain Standard Time", [-7]],
  ["PT|Pacific Time", [-8, -7]],
  ["Pacific Standard Time", [-8]],
  ["Pacific Daylight Time", [-7]],
  ["BST|British Summer Time", [1]],
  ["IST", [5.5, 1, 2]],
  ["Indian Standard Time|India Standard Time", [5.5]],
  ["PKT", [5]],
  ["ICT", [7]],
  ["BRT|ART", [-3]],
  ["ACST", [9.5]],
  ["ACDT", [10.5]],
  ["SAST|CAT", [2]],
  ["EAT|TRT|AST|Moscow Time", [3]],
  [
    "Greenwich Mean Time|Universal Time|Coordinated Universal Time|Weltzeit|koordinierte Weltzeit",
    [0],
  ],
  [
    "Central European Time|mitteleuropäische Zeit|mitteleuropäischer Zeit|heure d'Europe centrale",
    [1],
  ],
  [
    "Central European Summer Time|mitteleuropäische Sommerzeit|mitteleuropäischer Sommerzeit|heure d'été d'Europe centrale",
    [2],
  ],
  ["Japan Standard Time|Japan Time", [9]],
];

const zones: ReadonlyMap<string, readonly number[]> = new Map(
  ZONES.flatMap(([names, hours]) =>
    names.split("|").map((name) => [name.toLowerCase(), hours.map((hour) => hour * 60)] as const),
  ),
);

const KNOWN = new RegExp(
  String.raw`^\s?\(?(${[...zones.keys()].toSorted((a, b) => b.length - a.length).join("|")})(?![\p{L}\d])\)?`,
  "iu",
);

/** What stands behind a time as a zone does: capitals, `local time`, `Ortszeit`, `heure de Paris`. */
const UNKNOWN =
  /^\s?\(?(\p{Lu}{2,5}(?![\p{L}\d])|(?!(?:the|this|that|each|every|first|last|next|all|any|same)\s)(?:\p{L}+\s){1,2}time(?!\p{L})|Ortszeit|(?:\p{L}+er|lokaler)\sZeit|heure\s(?:locale|de\s\p{L}+)|hora\s(?:local|de\s\p{L}+))\)?/u;

/** Words for halves of a day behind an hour, and for hours that have a name. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?:12\s)?(?<!\p{L})(?:noon|midday|mediodía)(?!\p{L})|(?<=\bà\s)midi(?!\p{L})/giu, "12:00 pm"],
  [/(?:12\s)?(?<!\p{L})(?:midnight|mitternacht|minuit|medianoche)(?!\p{L})/giu, "12:00 am"],
  [
    halfOf("in the morning|morgens|vormittags|am morgen|du matin|de la mañana|de la madrugada"),
    "$1 am",
  ],
  [
    halfOf(
      "in the afternoon|in the evening|at night|nachmittags|abends|am abend|am nachmittag|de l['’]après-midi|du soir|de la tarde|de la noche",
    ),
    "$1 pm",
  ],
];

function halfOf(words: string): RegExp {
  const hour = String.raw`(?<![\d.,:])(\d{1,2}(?:[:.h]\d{2})?)`;
  return new RegExp(
    String.raw`${hour}\s?(?:uhr|heures?|h|horas?|o['’]clock)?\s(?:${words})(?!\p{L})`,
    "giu",
  );
}

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const PAST = new RegExp(
  String.raw`(?<!\p{L})(half|(?:a )?quarter) (past|to) (\d{1,2}|${HOURS.join("|")})(?![\p{L}\d:])`,
  "giu",
);

function spellPast(_: string, ...[part = "", way = "", hour = ""]: string[]): string {
  const named = HOURS.indexOf(hour.toLowerCase()) + 1;
  const hours = named > 0 ? named : Number(hour);
  const minutes = part.toLowerCase() === "half" ? 30 : 15;
  if (way.toLowerCase() === "past") return `${hours}:${minutes}`;
  return `${hours === 1 ? 12 : hours - 1}:${60 - minutes}`;
}

/** `9 in the evening` as `9 pm`, `noon` as `12:00 pm`, `half past eight` as `8:30`, `à 9 heures` as `à 9 h`. */
export function spellTimes(text: string): string {
  let spelled = text
    .replace(/(?<=\d)\so['’]clock(?!\p{L})/giu, ":00")
    .replace(PAST, spellPast)
    .replace(
      /(?<=(?:à|dès|vers|avant|après)\s\d{1,2})\sheures?(?!\p{L})(?:\s(?=\d{2}(?!\d)))?/giu,
      " h",
    );
  for (const [form, instead] of SPELLINGS) spelled = spelled.replace(form, instead);
  return spelled;
}

/** Places at which a time of day may begin. */
const START = /(?<![\p{L}\p{N}.,:/-])\d{1,2}(?=\s?(?:[:.h]\s?\d|[ap]\.?\s?m\b|uhr|h\b))/giu;
/** Characters of a time with its zone. */
const LONGEST = 80;

/**
 * The times of day of a text, with their zones.
 * @param isTwelve whether `9:30` without a half of the day may be in the evening, as in English
 */
export function readTimes(text: string, isTwelve: boolean): SaidTime[] {
  const times: SaidTime[] = [];
  for (const { index: start } of text.matchAll(START)) {
    const last = times.at(-1);
    if (last !== undefined && start < last.end) continue;
    const time = timeAt(text.slice(start, start + LONGEST), isTwelve);
    if (time !== undefined) times.push({ ...time, start, end: start + time.length });
  }
  return times;
}

type TimeAt = Pick<SaidTime, "minutes" | "offsets" | "unknown"> & { readonly length: number };

function timeAt(text: string, isTwelve: boolean): TimeAt | undefined {
  const folded = text.replace(/[−–](?=\d)/g, "-").toLowerCase();
  const pointed = /^\d{1,2}\.\d{2}\s?uhr/.test(folded);
  const clock = clockTime(folded, { isIso: false, pointed });
  if (clock === undefined) return undefined;
  const { time, length } = clock;
  const isZone = clock.offset !== "" && /(?:\p{Lu}|\d)\)?$/u.test(text.slice(0, length));
  const rest = text.slice(isZone ? length : bareLength(text, length));
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const minute = hours * 60 + minutes;
  const own = text.slice(0, text.length - rest.length);
  const isEither =
    isTwelve && hours <= 12 && hours > 0 && !/^0|[ap]\.?\s?m|uhr|h/iu.test(own.toLowerCase());
  const zone = zoneAt(rest, isZone ? clock.offset : "", own);
  return {
    // Who names a zone without a half of the day tells the hours from 0 to 24.
    minutes: isEither && zone.offsets.length === 0 ? [minute, (minute + 720) % 1440] : [minute],
    offsets: zone.offsets,
    unknown: zone.unknown,
    length: text.length - rest.length + zone.length,
  };
}

/** Without what is read as a zone and written as a word is: French `14h30 est`. */
function bareLength(text: string, length: number): number {
  const [zone = ""] = /\s\(?\p{Ll}{2,4}$/u.exec(text.slice(0, length)) ?? [];
  return /^\s(?:am|pm|uhr)$/i.test(zone) ? length : length - zone.length;
}

type ZoneAt = Pick<SaidTime, "offsets" | "unknown"> & { readonly length: number };

function zoneAt(rest: string, offset: string, own: string): ZoneAt {
  // Letters that several countries have are looked up here, also where another reader has decided.
  const [letters = ""] = /\p{Lu}{2,5}(?=\)?$)/u.exec(own) ?? [];
  const offsets = zones.get(letters.toLowerCase()) ?? (offset === "" ? [] : [minutesOf(offset)]);
  return offsets.length > 0 ? { offsets, unknown: "", length: 0 } : zoneBehind(rest);
}

function zoneBehind(rest: string): ZoneAt {
  const [known, name = ""] = KNOWN.exec(rest) ?? [];
  if (known !== undefined && (name.length > 4 || name === name.toUpperCase())) {
    return { offsets: zones.get(name.toLowerCase()) ?? [], unknown: "", length: known.length };
  }
  const [unknown = "", zone = ""] = UNKNOWN.exec(rest) ?? [];
  return { offsets: [], unknown: zone.toLowerCase(), length: unknown.length };
}

/** @param offset `Z` or `+02:00` */
function minutesOf(offset: string): number {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** How two times of day stand to each other; `open` where only who knows their zones can tell. */
export function compareTimes(one: SaidTime, two: SaidTime): "same" | "differ" | "open" {
  if (one.unknown !== two.unknown) return "open";
  const isZoned = one.offsets.length > 0;
  if (isZoned !== two.offsets.length > 0) {
    return minutesIn(one, [0]).some((each) => minutesIn(two, [0]).includes(each)) ? "same" : "open";
  }
  const [first, second] = [one, two].map((time) =>
    minutesIn(time, isZoned ? time.offsets : [0]),
  ) as [number[], number[]];
  if (!first.some((each) => second.includes(each))) return "differ";
  return one.minutes.length === two.minutes.length ? "same" : "open";
}

function minutesIn({ minutes }: SaidTime, offsets: readonly number[]): number[] {
  return minutes.flatMap((minute) => offsets.map((offset) => (minute - offset + 2880) % 1440));
}
