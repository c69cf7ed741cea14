/** An inline style by property in camelCase: `text-align: left` as `textAlign`. */
export function readStyle(value: string): Readonly<Record<string, string>> {
  const found: [name: string, value: string][] = [];
  for (const declaration of value.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon === -1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    found.push([camelCase(name), declaration.slice(colon + 1).trim()]);
  }
  return Object.fromEntries(found);
}

/** A name with hyphens as scripts write it. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
