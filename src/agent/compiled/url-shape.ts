import { fillParams, type TaskParams } from "./fill-params.ts";

/** A part of a path that is of one thing and not of all: digits, a hash, a UUID. */
const OWN_PART = /^(?:\d+|[\da-f-]{16,}|(?=[\w-]*\d)[\w-]{20,})$/i;

/** What of an address may be otherwise. */
interface ShapeParts {
  /** Names the parameters in a part of a path. */
  readonly nameIn: (part: string) => string;
  /** Whether its last part is of what a parameter chose. */
  readonly isChosen: boolean;
}

/** The shape of an address: origin and path, `*` for parts that differ from run to run. */
export function urlShape(url: string, { nameIn, isChosen }: ShapeParts): string {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split("/").map((part, at, all) => {
    const named = nameIn(part);
    const isLast = at === all.length - 1 && part !== "";
    return named === part && (OWN_PART.test(part) || (isChosen && isLast)) ? "*" : named;
  });
  return `${origin}${parts.join("/")}`;
}

/** Whether an address has a shape. */
export function hasShape(url: string, shape: string, params: TaskParams): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const own = `${parsed.origin}${parsed.pathname}`.split("/");
  const wanted = fillParams(shape, params, encodeURIComponent).split("/");
  return (
    own.length === wanted.length &&
    wanted.every((part, at) => (part === "*" ? own[at] !== "" : isSame(part, own[at] ?? "")))
  );
}

function isSame(a: string, b: string): boolean {
  return slugOf(decoded(a)) === slugOf(decoded(b));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    return part;
  }
}

/** A name as servers write it in paths: `red-boat` for `Red boat`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
