/** Characters of a value; what becomes longer by its variables is not known. */
const LONGEST = 256;
/** Variables that stand in each other. */
const MOST_DEPTH = 16;

/** What can hide by its value alone, and custom properties. */
const READ = /^(?:--|color$|background|text-fill|display$|visibility$|opacity$|font-size$)/;
/** What may be given for lack of a variable; whether others hide by it scripts decide, with it. */
const LACKING = /^(?:--|color$|background|text-fill)/;

/**
 * Puts the values of custom properties where a style's `var()` asks for them. A value that asks for
 * one that is not there stays as it is written, but for colours.
 * @param inherited a custom property of what is around the element
 */
export function resolveVariables(
  style: Map<string, string>,
  inherited: (name: string) => string | undefined,
): void {
  const asking = [...style].filter(([name, value]) => value.includes("var(") && READ.test(name));
  if (asking.length === 0) return;
  const open = new Set<string>();
  const valueOf = (name: string): string | undefined => {
    const written = style.get(name);
    if (written === undefined) return inherited(name);
    if (!written.includes("var(")) return written;
    if (open.has(name) || open.size === MOST_DEPTH) return undefined;
    open.add(name);
    const value = filled(written, name, valueOf);
    open.delete(name);
    if (value === undefined) style.delete(name);
    else style.set(name, value);
    return value;
  };
  for (const [name, written] of asking) {
    if (name.startsWith("--")) valueOf(name);
    else style.set(name, filled(written, name, valueOf) ?? written);
  }
}

/** A value with those of its variables; undefined where one is missing. */
function filled(
  written: string,
  property: string,
  valueOf: (name: string) => string | undefined,
): string | undefined {
  let value = written;
  // From the last one, so that what is put in for another's lack is known before it.
  for (let at = value.lastIndexOf("var("); at !== -1; at = value.lastIndexOf("var(")) {
    const end = closing(value, at + 4);
    const [, name = "", fallback] =
      /^\s*(--[^\s,]+)\s*(?:,(.*))?$/s.exec(value.slice(at + 4, end)) ?? [];
    const own = valueOf(name) ?? (LACKING.test(property) ? fallback?.trim() : undefined);
    if (own === undefined || own.length > LONGEST || own.includes("var(")) return undefined;
    value = value.slice(0, at) + own + value.slice(end + 1);
    if (value.length > LONGEST) return undefined;
  }
  return value;
}

/** Where the bracket closes that was opened before an offset. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return text.length;
}
