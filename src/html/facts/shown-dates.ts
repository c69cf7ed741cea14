import { isChange } from "./is-change.ts";
import { readDate } from "./read-date.ts";
import type { ShownLine } from "./shown-lines.ts";
import { tagIds } from "../scan/tags.ts";
import type { Tree } from "../tree/tree.ts";

/** When a text was published and changed: ISO 8601, as far as it is written. */
export interface ShownDates {
  readonly published?: string;
  readonly modified?: string;
}

/** Characters of a line that is a date, and words of it. */
const LONGEST_DATE = 90;
const MOST_WORDS = 14;

/** Characters of a line that says of what the next one's date is. */
const LONGEST_LABEL = 40;

/** How a line begins that says when something was published or changed. */
const LABELS =
  /^(?:by|date|first|last|on|posted|publi\w+|updated?|modified|revised|reviewed|released|created|written|submitted|added|issued|medically|erstellt|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|pubblicato|gepubliceerd|opublikowano)\b/iu;

/** What other days are of. */
const OF_SOMETHING_ELSE =
  /^(?:born|died|birth|founded|established|opened|opening|event|when|starts?|ends?|deadline|expires?|valid|joined|registered|member since|since|copyright|©|next|until|from)\b/i;

/** The first date of lines that is no change's, and the first that is. */
export function shownDates(
  tree: Tree,
  lines: readonly ShownLine[],
  language: string | undefined,
): ShownDates {
  let published: string | undefined;
  let modified: string | undefined;
  for (const [at, line] of lines.entries()) {
    const value = dateOf(tree, line, language);
    if (value === undefined) continue;
    const label = labelOf(line, lines[at - 1]);
    if (label === undefined) continue;
    if (isChange(label)) modified ??= value;
    else published ??= value;
  }
  return {
    ...(published === undefined ? {} : { published }),
    ...(modified === undefined ? {} : { modified }),
  };
}

/** What is said of the date in a line; undefined when it is no text's. */
function labelOf({ text }: ShownLine, before: ShownLine | undefined): string | undefined {
  const label = before?.text ?? "";
  if (OF_SOMETHING_ELSE.test(label) || OF_SOMETHING_ELSE.test(text)) return undefined;
  return /\d/.test(label) || label.length > LONGEST_LABEL ? text : `${label} ${text}`;
}

function dateOf(
  tree: Tree,
  { text, node }: ShownLine,
  language: string | undefined,
): string | undefined {
  const parent = tree.parent(node);
  const holder = tree.tag(parent) === tagIds.time ? parent : tree.parent(parent);
  const stated = tree.tag(holder) === tagIds.time ? tree.attribute(holder, "datetime") : undefined;
  if (stated === undefined && !isDateLine(text)) return undefined;
  const { value = "", ambiguous = true } = readDate(stated ?? text, { language }) ?? {};
  // A month alone says no more than a title does.
  return value.length >= 10 && !ambiguous ? value : undefined;
}

/** Whether a line is a date with little beside it, and no sentence that has one. */
function isDateLine(text: string): boolean {
  if (text.length > LONGEST_DATE || text.split(" ").length > MOST_WORDS) return false;
  const digit = text.search(/\p{N}/u);
  if (digit === -1) return false;
  const before = text.slice(0, digit);
  const own = before.slice(before.search(/[^|•·:–—»>/(,⋅-]*$/u)).trim();
  // The month and the weekday may come first.
  return own === "" || LABELS.test(own) || own.split(" ").length <= 2;
}
