import { checkArgument } from "../../core/index.ts";
import { linkedDataScripts, nodeText } from "../facts/page-facts.ts";
import { readLinkedData } from "../facts/json-ld.ts";
import { tagIds } from "../scan/tags.ts";
import type { Tree } from "../tree/tree.ts";
import { checkTree } from "../tree/check-tree.ts";
import { readMetaTags } from "./meta-tags.ts";
import { readMicrodata } from "./microdata.ts";
import { readMicroformats } from "./microformats.ts";
import { plainJson } from "./plain-json.ts";
import { readRdfa } from "./rdfa.ts";
import { readPage, type StructuredPage } from "./read-page.ts";
import { structuredKinds, type StructuredKind } from "./structured-kinds.ts";
import type { StructuredValue } from "./structured-value.ts";
import { readTables } from "./tables.ts";

/** How data is read of a page. */
export interface StructuredOptions {
  /** Of the page; relative URLs go by it. */
  readonly url: string;
  /** What is wanted. */
  readonly kinds: readonly StructuredKind[];
}

/**
 * What a page says in a form for programs: `url`, `title`, a member for each kind, and `truncated`,
 * whether the page has more than may be spent on it, or a script of JSON-LD that ends too early.
 * `jsonLd` is a list of what the scripts hold, lists taken apart; `microdata` the items of WHATWG
 * HTML 5.5; `rdfa` the statements as expanded JSON-LD; `microformats` the items of microformats2;
 * `openGraph`, `twitter`, `dublinCore` and `meta` are meta elements by name; `tables` have
 * `caption`, `headers` and `rows`.
 * @throws HtmlError `INVALID_INPUT`
 * @example
 * ```ts
 * import { extractStructured, parse, structuredKinds } from "dragline/html";
 *
 * const tree = parse('<meta property="og:title" content="Opal lamp">');
 * const data = extractStructured(tree, { url: "https://shop.example/", kinds: structuredKinds });
 * console.log(data["openGraph"]);
 * ```
 */
export function extractStructured(
  tree: Tree,
  options: StructuredOptions,
): Readonly<Record<string, StructuredValue>> {
  checkTree(tree);
  checkArgument("options of extractStructured(tree, { url })", options, "object");
  const { url, kinds } = options;
  const page = readPage(tree, url);
  const { looks, characters } = page;
  const titled = tree.firstOfTag(tagIds.title);
  const title = titled === 0 ? "" : nodeText(tree, titled);
  const tags = readMetaTags(page);
  const scripts = kinds.includes("jsonLd") ? linkedDataScripts(tree) : [];
  const linkedData = readLinkedData(tree, scripts);
  const readers: Readonly<Record<StructuredKind, () => unknown>> = {
    jsonLd: () => linkedDataOf(linkedData.values, page),
    microdata: () => readMicrodata(page),
    rdfa: () => readRdfa(page, url),
    microformats: () => readMicroformats(page),
    openGraph: () => tags.openGraph,
    twitter: () => tags.twitter,
    dublinCore: () => tags.dublinCore,
    meta: () => tags.meta,
    tables: () => readTables(page),
  };
  const found = structuredKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => [kind, readers[kind]() as StructuredValue] as const);
  const isCut = tree.truncated || linkedData.truncated;
  const truncated = isCut || looks.isSpent || characters.isSpent;
  return { url, title, ...Object.fromEntries(found), truncated };
}

function linkedDataOf(values: readonly unknown[], { characters }: StructuredPage) {
  return values.flatMap((value): readonly StructuredValue[] => {
    const copy = plainJson(value, characters);
    // A script with a list of things is as many scripts with one.
    if (Array.isArray(copy)) return copy as readonly StructuredValue[];
    return copy === undefined ? [] : [copy];
  });
}
