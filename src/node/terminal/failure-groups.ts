import { countText } from "./count-text.ts";
import { printableLine } from "./printable.ts";

/** Characters of a reason, and of all examples of it. */
const LONGEST_REASON = 160;
const LONGEST_NAME = 80;
/** Characters of a name that is looked for anywhere in a reason. */
const LONG_NAME = 8;
/** Pages that are named for a reason, reasons that are named. */
const MOST_NAMES = 2;
const MOST_REASONS = 12;

interface Group {
  /** As the first page has it. */
  readonly reason: string;
  count: number;
  readonly names: string[];
}

/** Pages that failed, by why: what differs from page to page in a reason does not part them. */
export class FailureGroups {
  readonly #groups = new Map<string, Group>();
  #count = 0;

  /** @param name the page's, as it stands in its reason too */
  add(name: string, reason: string): void {
    this.#count += 1;
    // A short name may stand in any word.
    const isLong = name.length >= LONG_NAME;
    const bare = reason.startsWith(`${name}:`) ? reason.slice(name.length) : reason;
    const key = kindOf(isLong ? bare.replaceAll(name, "") : bare);
    const group = this.#groups.get(key) ?? { reason: key, count: 0, names: [] };
    group.count += 1;
    if (group.names.length < MOST_NAMES) group.names.push(name);
    this.#groups.set(key, group);
  }

  /** Lines for stderr, the most frequent reason first; none for fewer than two failures. */
  lines(): string[] {
    if (this.#count < 2) return [];
    const groups = [...this.#groups.values()].toSorted((a, b) => b.count - a.count);
    const shown = groups.slice(0, MOST_REASONS);
    const width = String(shown[0]?.count ?? 0).length;
    const rest = groups.slice(MOST_REASONS).reduce((sum, { count }) => sum + count, 0);
    return [
      `${countText(this.#count, "page")} failed:`,
      ...shown.map(({ reason, count, names }) => {
        const examples = names.map((each) => printableLine(each, LONGEST_NAME)).join(", ");
        const more = count > names.length ? ", …" : "";
        const text = printableLine(reason, LONGEST_REASON);
        return `  ${String(count).padStart(width)} ${text} (${examples}${more})`;
      }),
      ...(rest > 0 ? [`  ${rest} for other reasons`] : []),
    ];
  }
}

/** A reason without addresses, and with … for numbers of bytes, lines, columns and milliseconds. */
function kindOf(reason: string): string {
  return reason
    .replaceAll(/https?:\/\/[^\s"'<>]*[^\s"'<>:,.;]/g, "…")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "…")
    .replaceAll(/\b(line|column|position|record) \d+/g, "$1 …")
    .replaceAll(/\b\d[\d,_]*(?= (?:ms|bytes?|characters?|seconds?|s)\b)/g, "…")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s:]+/, "")
    .trim();
}
