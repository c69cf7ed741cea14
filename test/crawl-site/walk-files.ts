import { readFileSync } from "node:fs";
import { linksInPage, type PageLink } from "./links-in-page.ts";
import { staticAnswer, type StaticAnswer } from "./static-site.ts";

/** What is reachable by links in a folder of files. */
export interface FileWalk {
  /** Canonical paths by what they answer, in the order in which they were found. */
  readonly pages: readonly string[];
  readonly missing: readonly string[];
  readonly redirects: readonly string[];
  /** What is there and is no HTML. */
  readonly files: readonly string[];
  /** By path of a page: its links on the same host, by their paths, in its order. */
  readonly links: ReadonlyMap<string, readonly PageLink[]>;
}

/** The host under which files are walked; links to it are followed, and to nothing else. */
const HOST = "http://files.example";

/** Follows every link from `/index.html`, level by level, reading the files with parse5. */
export function walkFiles(folder: string, seed = "/index.html"): FileWalk {
  const found = new Map<string, StaticAnswer>();
  const links = new Map<string, readonly PageLink[]>();
  const waiting = [seed];
  for (const path of waiting) {
    if (found.has(path)) continue;
    const answer = staticAnswer(folder, path);
    found.set(path, answer);
    if (answer.kind === "redirect") waiting.push(answer.location);
    if (answer.kind !== "file" || answer.type !== "text/html") continue;
    const targets = localLinks(readFileSync(answer.file, "utf8"), path);
    links.set(path, targets);
    waiting.push(...targets.map(({ url }) => url));
  }
  const of = (wanted: (answer: StaticAnswer) => boolean): string[] =>
    [...found].filter(([, answer]) => wanted(answer)).map(([path]) => path);
  const isPage = (answer: StaticAnswer): boolean =>
    answer.kind === "file" && answer.type === "text/html";
  return {
    pages: of(isPage),
    missing: of(({ kind }) => kind === "missing"),
    redirects: of(({ kind }) => kind === "redirect"),
    files: of((answer) => answer.kind === "file" && !isPage(answer)),
    links,
  };
}

function localLinks(html: string, path: string): PageLink[] {
  return linksInPage(html, HOST + path)
    .filter(({ url }) => url.startsWith(`${HOST}/`))
    .map((link) => ({ ...link, url: canonicalPath(link.url) }));
}

/** Without the fragment; escapes of what needs none are undone. */
function canonicalPath(url: string): string {
  const { pathname, search } = new URL(url);
  const decode = (text: string): string =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (escape, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
  return decode(pathname) + decode(search === "?" ? "" : search);
}
