import type { LinkRefusal } from "dragline/mapper";
import type { Random } from "./random.ts";
import type { LinkForm, PageQuirk, SiteAnswer, SiteLink, SiteNode } from "./site-node.ts";
import { plainSpellings, spellings } from "./spellings.ts";

/** What a page may be told beside its path. */
export interface PageTraits extends Pick<
  Partial<SiteNode>,
  "before" | "lateTurns" | "vanishes" | "secret"
> {
  readonly quirk?: PageQuirk;
}

/** A site as it is laid out: every URL, and every link between them. */
export class SitePlan {
  readonly nodes = new Map<string, SiteNode>();
  readonly random: Random;
  #serial = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** A number that was not given before. */
  serial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  page(path: string, { quirk, ...traits }: PageTraits = {}): SiteNode {
    const answer: SiteAnswer = quirk === undefined ? { kind: "page" } : { kind: "page", quirk };
    return this.#add({ path, answer, links: [], ...traits });
  }

  /** Anything but a page. */
  other(path: string, answer: SiteAnswer, traits: PageTraits = {}): SiteNode {
    return this.#add({ path, answer, links: [], ...traits });
  }

  /** A redirect to a node, under one of its spellings. */
  redirect(path: string, to: string): SiteNode {
    const status = this.random.pick([301, 302, 303, 307, 308]);
    const location = this.random.pick(plainSpellings)(to, this.random);
    return this.other(path, { kind: "redirect", status, location, to });
  }

  /** Links two nodes, under one of the spellings of the second. */
  link(from: string, to: string, how: LinkForm | "nofollow" = "anchor"): void {
    const href = this.random.pick(spellings)(to, this.random);
    const nofollow = how === "nofollow";
    this.#push(from, nofollow ? { href, form: "anchor", to, nofollow } : { href, form: how, to });
  }

  /** A link that no crawl follows; `href` is unlike every other of its page. */
  deadLink(from: string, href: string, refusal: LinkRefusal): void {
    this.#push(from, { href, form: "anchor", to: undefined, refusal });
  }

  #push(from: string, link: SiteLink): void {
    const node = this.nodes.get(from);
    if (node === undefined) throw new Error(`No page ${from}`);
    const { answer } = node;
    const isFrameset = answer.kind === "page" && answer.quirk === "frameset";
    node.links.push(isFrameset && link.nofollow !== true ? { ...link, form: "frame" } : link);
  }

  #add(node: SiteNode): SiteNode {
    if (this.nodes.has(node.path)) throw new Error(`Two nodes ${node.path}`);
    this.nodes.set(node.path, node);
    return node;
  }
}
