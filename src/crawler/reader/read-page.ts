import { detach } from "../../core/index.ts";
import {
  extractMetadata,
  mainContent,
  nodeText,
  parse,
  tagIds,
  toText,
  wholePage,
  type Tree,
  type View,
} from "../../html/index.ts";
import { followable, parseLinks } from "../../mapper/index.ts";
import {
  createLinkJudge,
  namesCanonical,
  refusesFollowing,
  type LinkJudge,
  type LinkRules,
} from "../../mapper/internal.ts";
import { toMarkdown } from "../../markdown/index.ts";
import { fingerprint } from "../fingerprint.ts";
import { LinkTally } from "./link-tally.ts";
import type {
  CrawlFormat,
  CrawlOutputs,
  PageReading,
  PageToRead,
  ReadOptions,
} from "./page-reader.ts";

/**
 * Makes a function that reads pages in this thread, in time proportional to each.
 * @throws CoreError `INVALID_URL`, `INVALID_OPTION`; MapError `INVALID_PATTERN`; the function that
 *   it gives throws HtmlError `INPUT_TOO_LARGE`
 */
export function createReading(
  rules: LinkRules,
  options: ReadOptions,
): (page: PageToRead) => PageReading {
  const judge = createLinkJudge(rules);
  return (page) => {
    // Links before the rest: two pages at once in the parser's memory cost a copy.
    const facts = readFacts(page, judge, options.agent);
    const rest = readContent(page, options);
    return { ...facts, ...rest };
  };
}

/** A title that is not closed goes on to the end of the page. */
const LONGEST_TITLE = 1000;

type Facts = Omit<PageReading, "fingerprint" | "outputs">;

function readFacts(page: PageToRead, judge: LinkJudge, agent: string | undefined): Facts {
  const { url, text, refresh } = page;
  const tree = parseLinks(text);
  const nofollow = page.nofollow === true || refusesFollowing(tree, agent);
  const found = followable(tree, url);
  const tally = new LinkTally(found.truncated);
  if (refresh !== undefined) tally.add(judge.judge(refresh, nofollow));
  for (const link of found.links) {
    if (!tally.add(judge.judge(link.reference, nofollow || link.nofollow))) break;
  }
  const title = nodeText(tree, tree.firstOfTag(tagIds.title)).slice(0, LONGEST_TITLE).trimEnd();
  return {
    ...tally.finish(),
    canonical: canonicalOf(tree, url, judge),
    nofollow,
    title: title === "" ? undefined : detach(title),
  };
}

function canonicalOf(tree: Tree, url: string, judge: LinkJudge): string | undefined {
  const reference = namesCanonical(tree, url);
  if (reference === undefined) return undefined;
  const { url: canonical, refusal } = judge.judge(reference, false);
  return refusal === "not-http" || refusal === "invalid" ? undefined : canonical;
}

/** What formats are made from. */
interface Content {
  readonly page: PageToRead;
  readonly tree: Tree;
  readonly view: View;
}

const makers: Readonly<Record<Exclude<CrawlFormat, "html">, (content: Content) => CrawlOutputs>> = {
  markdown: ({ view, page }) => ({ markdown: toMarkdown(view, { url: page.url }) }),
  text: ({ view }) => ({ text: toText(view) }),
  links: ({ tree, page }) => ({ links: absoluteLinks(tree, page.url) }),
  metadata: ({ tree, page }) => ({ metadata: extractMetadata(tree, { url: page.url }) }),
};

function readContent(
  page: PageToRead,
  { formats, main, fingerprint: isMarked }: ReadOptions,
): Pick<PageReading, "fingerprint" | "outputs"> {
  const html = formats.includes("html") ? { html: page.text } : {};
  const others = formats.filter((format) => format !== "html");
  if (others.length === 0 && !isMarked) return { fingerprint: undefined, outputs: html };
  const tree = parse(page.text);
  const { url } = page;
  const content = main || isMarked ? mainContent(tree, { url }) : undefined;
  const view = main && content !== undefined ? content : wholePage(tree, { url });
  const made = others.map((format) => makers[format]({ page, tree, view }));
  return {
    fingerprint: content !== undefined && isMarked ? fingerprint(toText(content)) : undefined,
    outputs: Object.assign({}, html, ...made) as CrawlOutputs,
  };
}

function absoluteLinks(tree: Tree, url: string): string[] {
  const found = new Set<string>();
  for (const { reference } of followable(tree, url).links) {
    if (/^https?:/.test(reference) && !found.has(reference)) found.add(detach(reference));
  }
  return [...found];
}
