import { findByline } from "./byline.ts";
import type { LinkedArticle } from "./linked-article.ts";
import type { Masthead } from "./masthead.ts";
import { statedNames, type MetaReader } from "./meta-reader.ts";
import type { Tree } from "../tree/tree.ts";

/** Where the author is looked for. */
interface AuthorPlaces {
  readonly tree: Tree;
  readonly linked: LinkedArticle;
  readonly meta: MetaReader;
  readonly masthead: () => Masthead;
}

/** The names of the page's authors, from what is said most plainly to what is only shown. */
export function pageAuthor({ tree, linked, meta, masthead }: AuthorPlaces): string | undefined {
  const { article, dated, resolve } = linked;
  return (
    statedNames(article["author"], resolve) ??
    statedNames(article["creator"], resolve) ??
    statedNames(meta("dc:creator", "dcterms:creator", "dcterm:creator")) ??
    statedNames(meta("author")) ??
    statedNames(meta("parsely-author")) ??
    statedNames(meta("article:author", "og:article:author")) ??
    statedNames(meta("sailthru.author", "citation_author", "byl")) ??
    twitterAuthor(meta) ??
    statedNames(dated["author"], resolve) ??
    findByline(tree) ??
    masthead().author
  );
}

/** Cards of Twitter with labels: "Written by" and the name. */
function twitterAuthor(meta: MetaReader): string | undefined {
  const isLabel =
    /^(?:written|posted) by$|^(?:author|autor|auteur|verfasst von|geschrieben von|escrito por|écrit par|scritto da)$/i;
  return isLabel.test(meta("twitter:label1") ?? "")
    ? statedNames(meta("twitter:data1"))
    : undefined;
}
