import { documentBase, tagIds, type Tree } from "../../html/index.ts";
import { isInHead, isInTemplate } from "../../html/internal.ts";
import { isRelated } from "../links/relations.ts";

/** Headers of a page, names in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What `X-Robots-Tag` has with a value of its own; any other name before a colon is an agent's. */
const VALUED = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;

/** Characters of a header that are looked at. */
const LONGEST = 16_384;

/**
 * Whether a page asks not to be followed: a `meta` for robots, or for the agent by its name, says
 * `nofollow` or `none`.
 * @param agent the crawler's product token, in any case
 */
export function refusesFollowing(tree: Tree, agent = ""): boolean {
  const own = agent.toLowerCase();
  for (let node = tree.firstOfTag(tagIds.meta); node !== 0; node = tree.nextOfTag(node)) {
    const name = tree.attribute(node, "name")?.trim().toLowerCase();
    if (name !== "robots" && (name !== own || own === "")) continue;
    if (isInTemplate(tree, node)) continue;
    const words = (tree.attribute(node, "content") ?? "").toLowerCase().split(/[\s,]+/);
    if (words.some(isRefusal)) return true;
  }
  return false;
}

/**
 * Whether a page's `X-Robots-Tag` headers ask not to follow it, all agents or this one: a name with
 * a colon says for whom the words behind it are, up to the next one or the end of the line.
 * @param agent the crawler's product token, in any case
 */
export function headersRefuseFollowing({ "x-robots-tag": tags }: Headers, agent = ""): boolean {
  if (tags === undefined) return false;
  return (typeof tags === "string" ? [tags] : tags).some((line) => lineRefuses(line, agent));
}

function lineRefuses(line: string, agent: string): boolean {
  let isMeant = true;
  for (const part of line.slice(0, LONGEST).toLowerCase().split(",")) {
    const colon = part.indexOf(":");
    const name = part.slice(0, Math.max(0, colon)).trim();
    if (name === "") {
      if (isMeant && isRefusal(part.trim())) return true;
    } else if (!VALUED.test(name)) {
      isMeant = name === "*" || name === "robots" || name === agent.toLowerCase();
      if (isMeant && isRefusal(part.slice(colon + 1).trim())) return true;
    }
  }
  return false;
}

function isRefusal(word: string): boolean {
  return word === "nofollow" || word === "none";
}

/**
 * The absolute URL, of any scheme, that a page names as its own: by a `link rel=canonical` of its
 * head, for in the body anybody may have written it; undefined when it names none.
 * @param tree of `parse` or `parseLinks`
 * @param url the page's address; may be empty
 */
export function namesCanonical(tree: Tree, url: string): string | undefined {
  for (let node = tree.firstOfTag(tagIds.link); node !== 0; node = tree.nextOfTag(node)) {
    if (!isRelated(tree, node, "canonical")) continue;
    if (!isInHead(tree, node) || isInTemplate(tree, node)) continue;
    const href = tree.attribute(node, "href");
    const target = href === undefined ? null : URL.parse(href, documentBase(tree, url));
    if (target !== null) return target.href;
  }
  return undefined;
}
