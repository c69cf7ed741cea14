import type { Random } from "./random.ts";

/**
 * A spelling of `path` that is the same URL. `{origin}` stands for the server; `{upper}`, `{hex}`,
 * `{integer}` and `{schemeless}` for other ways to write it.
 */
export type Spelling = (path: string, random: Random) => string;

const number = (random: Random): string => String(random.below(1_000_000));

const withParameter =
  (name: string): Spelling =>
  (path, random) =>
    `${path}${path.includes("?") ? "&" : "?"}${name}=${number(random)}`;

/** The path alone is spelled otherwise; the query stays. */
const inPath =
  (spell: (path: string, random: Random) => string): Spelling =>
  (path, random) => {
    const [before = "", query] = path.split("?", 2);
    return spell(before, random) + (query === undefined ? "" : `?${query}`);
  };

/** Spellings that may stand in a header. */
export const plainSpellings: readonly [Spelling, ...Spelling[]] = [
  (path) => path,
  (path) => `{origin}${path}`,
  (path) => `{upper}${path}`,
  (path) => `{hex}${path}`,
  (path) => `{integer}${path}`,
  (path) => `{schemeless}${path}`,
  (path, random) => `${path}#part-${number(random)}`,
  (path) => `${path}#`,
  (path) => `/x/..${path}`,
  (path) => `/.${path}`,
  (path) => `/x/y/%2e%2E/.%2e${path}`,
  inPath((path) => (path.includes("%") ? path : path.replace(/[a-z](?=[^/]*$)/i, escaped))),
  inPath((path) => path.replace("~", "%7e")),
  inPath((path) => path.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())),
  withParameter("utm_source"),
  withParameter("UTM_Campaign"),
  withParameter("gclid"),
  withParameter("fbclid"),
  withParameter("sid"),
  withParameter("PHPSESSID"),
  withParameter("SessionID"),
  inPath((path, random) => `${path};jsessionid=${number(random)}`),
  (path, random) => {
    const [before = "", query] = path.split("?", 2);
    return `${before}?sid=${number(random)}${query === undefined ? "" : `&${query}`}`;
  },
];

/** Every spelling; some may stand in an attribute only. */
export const spellings: readonly [Spelling, ...Spelling[]] = [
  ...plainSpellings,
  (path) => `  \n${path}\t `,
  (path) => path.replace("/", "\\"),
  (path) => `${path.slice(0, 3)}\n${path.slice(3)}`,
];

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** Puts the servers' addresses in. */
export function fillIn(text: string, port: number, outsidePort: number): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    if (name === "port") return String(port);
    if (name === "outside") return `http://127.0.0.1:${outsidePort}`;
    const origins: Readonly<Record<string, string>> = {
      origin: `http://127.0.0.1:${port}`,
      upper: `HTTP://127.0.0.1:${port}`,
      hex: `http://0x7f.1:${port}`,
      integer: `http://2130706433:${port}`,
      schemeless: `//127.0.0.1:${port}`,
    };
    return origins[name] ?? whole;
  });
}
