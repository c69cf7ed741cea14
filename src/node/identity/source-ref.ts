import { UsageError } from "../terminal/terminal.ts";
import type { LoginField } from "./sites.ts";

/** What the flags of a place in a vault say. */
export interface RefValues {
  /** `CONTAINER/KEY`. */
  readonly entry?: string | undefined;
  /** `NAME=PROPERTY`, `NAME=/KEY` or `NAME=/KEY#PROPERTY`. */
  readonly field?: readonly string[] | undefined;
}

interface Place {
  readonly key?: string;
  readonly property?: string;
}

/** Where a vault has the fields of a login, as the service takes it (interface, 2.6). */
interface SourceRef {
  readonly entry: { readonly container: string; readonly key: string };
  readonly fields: Readonly<Record<string, Place>>;
}

/**
 * The place that flags say: the fields that the site's login needs are read from the entry by their own
 * names, but where a flag says otherwise.
 * @throws UsageError
 */
export function sourceRefOf(
  login: readonly LoginField[],
  { entry, field = [] }: RefValues,
): SourceRef {
  const needed = login.filter(({ required }) => required).map(({ name }) => [name, {}] as const);
  const said = field.map((text) => {
    const at = text.indexOf("=");
    const name = text.slice(0, Math.max(at, 0));
    if (login.some((it) => it.name === name)) return [name, placeOf(text.slice(at + 1))] as const;
    const known = login.map((it) => it.name).join(", ");
    throw new UsageError(`--field takes NAME=PROPERTY or NAME=/KEY; the login has: ${known}`);
  });
  return { entry: entryOf(entry), fields: Object.fromEntries([...needed, ...said]) };
}

/** A container may be a URL; a key has no slash. */
function entryOf(text: string = ""): SourceRef["entry"] {
  const at = text.lastIndexOf("/");
  const container = text.slice(0, Math.max(at, 0));
  const key = text.slice(at + 1);
  if (container !== "" && key !== "") return { container, key };
  throw new UsageError("--entry takes CONTAINER/KEY; try: dragline source ls SOURCE");
}

function placeOf(text: string): Place {
  if (text === "") return {};
  if (!text.startsWith("/")) return { property: text };
  const [key = "", property] = text.slice(1).split("#", 2);
  if (key === "") throw new UsageError("--field NAME=/KEY takes the key of an entry");
  return { key, ...(property !== undefined && property !== "" && { property }) };
}
