import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { installedDocs, type DocSet } from "../test/crawl-site/installed-docs.ts";
import { corpus, corpusText } from "../test/corpus.ts";
import { labelledPages } from "./labelled-pages.ts";

/** A page of the corpus that searches are measured on. */
export interface CorpusPage {
  /** Its own, or for installed documentation a made-up one that is the same on every machine. */
  readonly url: string;
  readonly html: string;
}

/** A set of pages: where it is, and how its pages are read. */
export interface CorpusSet {
  /** What tables call it. */
  readonly name: string;
  /** Empty when it is here, else why it is not. */
  readonly missing: string;
  /** Whether a URL is of this set; not of use where the set is missing. */
  readonly has: (url: string) => boolean;
  readonly pages: () => Iterable<CorpusPage>;
}

/** Where the pages of a documentation package are said to be, and which package it must be. */
const documentation: readonly (readonly [packageName: string, root: string])[] = [
  // The questions were written on version 15; other versions say other things.
  ["postgresql-doc-15", "https://docs.postgresql.test/"],
  ["nodejs", "https://docs.nodejs.test/api/"],
  ["python3-doc", "https://docs.python.test/"],
];

/** Repeats every other page of its set, so that it would answer each question of the set. */
const repeating = "all.html";

/** The sets of the corpus, missing ones too. */
export function corpusSets(): readonly CorpusSet[] {
  const installed = installedDocs();
  return [
    ...documentation.map(([name, root]) => docsSet(installed, name, root)),
    labelledSet("wcxb"),
    labelledSet("articles"),
    readabilitySet(),
  ];
}

function docsSet(installed: readonly DocSet[], name: string, root: string): CorpusSet {
  const set = installed.find((each) => each.name === name);
  return {
    name,
    missing: set === undefined ? `no ${name} in /usr/share/doc` : "",
    has: (url) => url.startsWith(root),
    pages: () => (set === undefined ? [] : docsPages(set.folder, root)),
  };
}

function* docsPages(folder: string, root: string): Generator<CorpusPage> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.toSorted()) {
    if (!name.endsWith(".html") || name === repeating) continue;
    const path = join(folder, name);
    const url = new URL(relative(folder, path), root).href;
    yield { url, html: readFileSync(path, "utf8") };
  }
}

function readabilitySet(): CorpusSet {
  const root = "https://readability.test/";
  const folder = join(corpus, "readability");
  const isHere = existsSync(folder);
  return {
    name: "readability",
    missing: isHere ? "" : `no readability in ${corpus}`,
    has: (url) => url.startsWith(root),
    *pages() {
      for (const id of isHere ? readdirSync(folder).toSorted() : []) {
        const path = join("readability", id, "source.html.gz");
        if (existsSync(join(corpus, path))) yield { url: root + id, html: corpusText(path) };
      }
    },
  };
}

function labelledSet(name: "wcxb" | "articles"): CorpusSet {
  const isHere = existsSync(join(corpus, name));
  const read = (): CorpusPage[] =>
    labelledPages()
      .filter(({ kind }) => (kind === "news") === (name === "articles"))
      .map(({ id, url, html }) => ({
        url: url === "" ? `https://articles.test/${id}` : url,
        html,
      }));
  const urls = isHere ? new Set(read().map(({ url }) => url)) : new Set<string>();
  return {
    name,
    missing: isHere ? "" : `no ${name} in ${corpus}`,
    has: (url) => urls.has(url),
    pages: () => (isHere ? read() : []),
  };
}
