import { offsetOf, ZONE } from "./zone-offset.ts";

/** A time of day as ISO 8601 has it. */
export interface ClockTime {
  /** `HH:mm`, with `:ss` and `.sss` where they are written. */
  readonly time: string;
  /** `Z`, `+02:00`; empty where no zone is written. */
  readonly offset: string;
  /** Characters that it takes in the text. */
  readonly length: number;
}

/** How a time is looked for. */
interface TimeForm {
  /** Whether `-05:00` behind it is an offset, and not the end of a span of time. */
  readonly isIso: boolean;
  /** Whether `14.30` is a time without a word that says so; default false. */
  readonly pointed?: boolean;
}

/** Halves of a day, without points and spaces, and the hours that they add. */
const HALVES: ReadonlyMap<string, number> = new Map([
  ...["am", "上午", "午前", "오전", "ص", "πμ", "قظ", "дп", "oo"].map((name) => [name, 0] as const),
  ...["pm", "下午", "午後", "오후", "م", "μμ", "بظ", "пп", "os"].map((name) => [name, 12] as const),
]);

/** The pattern of such a name in a folded text. */
export const HALF =
  "[ap]\\.? ?m\\b\\.?|上午|午前|오전|下午|午後|오후|[πμ]\\. ?μ\\.?|[дп]п|[قب]\\.ظ\\.?|o[os](?!\\p{L})|[صم](?!\\p{L})";

/** `10:00`, `3:30:05.250 pm`, `14h30`, `下午3:30`, `10時30分`, `3 pm`, `14.30 uhr`. */
const TIME = new RegExp(
  `^(?:(?<before>${HALF}) ?)?(?<hour>\\d{1,2})` +
    `(?:(?<mark>:| ?[h시時时点點] ?|\\.)(?<minute>[0-5]\\d)(?:(?:[:.]| ?[分분] ?)(?<second>[0-5]\\d)(?:[.,](?<part>\\d{1,9}))?)?)?(?!\\d)` +
    `[秒초分분]?(?: ?(?<behind>${HALF}))?(?<own> ?(?:uhr|h|時|时|시|点|點)(?![\\p{L}\\d]))?(?: ?\\(?(?<zone>${ZONE}))?`,
  "u",
);

/**
 * The time of day that a folded text begins with, with its zone. Undefined for an hour alone without am,
 * pm or a word such as `Uhr`, and for what no clock shows.
 */
export function clockTime(text: string, { isIso, pointed }: TimeForm): ClockTime | undefined {
  const match = TIME.exec(text);
  if (match?.groups === undefined) return undefined;
  const { 0: whole, groups } = match;
  const { before, behind, own, mark, minute = "00", zone = "" } = groups;
  const half = before ?? behind;
  const needsWord = mark === undefined || (mark === "." && pointed !== true);
  if (needsWord && half === undefined && own === undefined) return undefined;
  const hour = hourOf(Number(groups["hour"]), half);
  if (hour > 23) return undefined;
  const time = `${String(hour).padStart(2, "0")}:${minute}${secondsOf(groups)}`;
  const offset = offsetOf(zone, isIso);
  return { time, offset, length: whole.length };
}

function secondsOf({ second, part }: Readonly<Record<string, string | undefined>>): string {
  if (second === undefined) return "";
  return `:${second}${part === undefined ? "" : `.${part.slice(0, 3).padEnd(3, "0")}`}`;
}

function hourOf(hour: number, half: string | undefined): number {
  const added = half === undefined ? undefined : HALVES.get(half.replace(/[. ]/g, ""));
  return added === undefined || hour > 12 ? hour : (hour % 12) + added;
}
