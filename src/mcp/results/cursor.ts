/** What can be read again: `jobs/ID`, `jobs/ID/3`, `monitors`, `monitors/ID/changes`, `wire/WORDS`. */
export type Ref = string;

/** A place in the text of something that can be read. */
export interface Place {
  readonly ref: Ref;
  /** Characters of the text before it. */
  readonly from: number;
}

const SCHEME = "dragline://";
/** Longest text of a place: wishes of a search may stand in it. */
const LONGEST = 2000;

/** The text by which a client asks for the rest: `jobs/ID@20000`. It holds all that is needed. */
export function cursorOf({ ref, from }: Place): string {
  return from === 0 ? ref : `${ref}@${from}`;
}

/** The address of the same as a resource: `dragline://jobs/ID?from=20000`. */
export function uriOf({ ref, from }: Place): string {
  return `${SCHEME}${ref}${from === 0 ? "" : `?from=${from}`}`;
}

/** The place that a cursor, a resource's address or the mere id of a job names; undefined for others. */
export function placeOf(text: string): Place | undefined {
  if (text.length === 0 || text.length > LONGEST || /[\s\p{Cc}]/u.test(text)) return undefined;
  const plain = text.startsWith(SCHEME) ? text.slice(SCHEME.length).replace("?from=", "@") : text;
  const [, ref = "", from = "0"] = /^([^@]+)(?:@(\d{1,12}))?$/.exec(plain) ?? [];
  if (ref === "") return undefined;
  const isWhole = ref.includes("/") || ref === "jobs" || ref === "monitors";
  return { ref: isWhole ? ref : `jobs/${ref}`, from: Number(from) };
}
