/** A text that is to become the value of a control. */
interface ControlText {
  /** The control's `type`. */
  readonly type: string;
  readonly text: string;
}

/** What {@link controlValue} calls. */
export interface ControlTools extends Record<string, (...args: never[]) => unknown> {
  readonly dateText: typeof dateText;
  readonly timeText: typeof timeText;
  readonly colourText: typeof colourText;
}

/**
 * A date as HTML has it (4.10.5.1.7) of one that is written by numbers; else the text as it is. Empty
 * when day and month could be either: languages differ in which comes first.
 */
export function dateText(given: string): string {
  const two = (part = ""): string => part.padStart(2, "0");
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(given);
  if (iso !== null) return `${iso[1]}-${two(iso[2])}-${two(iso[3])}`;
  const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(given);
  if (local === null) return given;
  const [, one, sign, other, year] = local;
  // With dots it is day, month, year in every language that writes it so.
  const isDayFirst = sign === "." || Number(one) > 12;
  const isEither = !isDayFirst && Number(other) <= 12 && Number(one) !== Number(other);
  if (isEither) return "";
  return isDayFirst ? `${year}-${two(other)}-${two(one)}` : `${year}-${two(one)}-${two(other)}`;
}

/** A time as HTML has it of one with one digit of hours, or of twelve hours; else the text as it is. */
export function timeText(given: string): string {
  const form = /^(\d{1,2})[:.](\d{2})(?::(\d{2}(?:\.\d{1,3})?))?\s*([ap])?\.?(?:m\.?)?$/i;
  const found = form.exec(given);
  if (found === null) return given;
  const [, hour = "", minute = "", second, half] = found;
  const isLate = half?.toLowerCase() === "p";
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
  const rest = second === undefined ? "" : `:${second}`;
  return `${String(hours).padStart(2, "0")}:${minute}${rest}`;
}

/** An opaque colour of CSS as HTML has it (`#rrggbb`); empty when it is none. */
export function colourText(given: string): string {
  const ink = document.createElement("canvas").getContext("2d");
  const paint = (before: string): string => {
    if (ink === null) return "";
    // An invalid colour leaves the value as it was.
    ink.fillStyle = before;
    ink.fillStyle = given;
    return ink.fillStyle;
  };
  const painted = paint("#000000");
  return painted === paint("#ffffff") && painted.startsWith("#") ? painted : "";
}

/**
 * The value that a control has where a text says so, in the format of HTML (4.10.5.1): dates and
 * times in it or as people write them, numbers with a decimal comma too. Empty when the text
 * cannot be one; undefined for types that are typed into as they are read.
 */
export function controlValue(tools: ControlTools, control: ControlText): string | undefined {
  const { type, text } = control;
  const said = text.trim();
  const isComma = /^[-+]?\d+,\d+$/.test(said);
  const number = isComma ? said.replace(",", ".") : said.replace(/^\+/, "");
  const [, day = "", moment = ""] = /^(\S+?)(?:T|,?\s+)(.+)$/s.exec(said) ?? [];
  const month = said.replace(/^(\d{1,2})[-/.](\d{4})$/, "$2-$1");
  const values: Readonly<Record<string, () => string>> = {
    date: () => tools.dateText(said),
    time: () => tools.timeText(said),
    "datetime-local": () => `${tools.dateText(day)}T${tools.timeText(moment)}`,
    month: () => month.replace(/^(\d{4})[-/.](\d)$/, "$1-0$2").replace(/[/.]/, "-"),
    week: () =>
      said.replace(/^(\d{4})-?w(\d{2})$/i, "$1-W$2").replace(/^(\d{4})-?w(\d)$/i, "$1-W0$2"),
    color: () => tools.colourText(said),
    range: () => (/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(number) ? number : ""),
    number: () => number,
  };
  const value = values[type]?.();
  if (value === undefined) return undefined;
  // What no colour is becomes black, and what no range is its middle.
  if (value === "" || type === "range") return value;
  const probe = document.createElement("input");
  probe.type = type;
  probe.value = value;
  // A number that can be typed is typed.
  return type === "number" && probe.value !== "" && value === text ? undefined : probe.value;
}
