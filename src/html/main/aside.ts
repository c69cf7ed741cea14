import type { Measures } from "../view/measures.ts";
import type { PageKind } from "../facts/page-kind.ts";
import { KNOWN_TAGS, tagIds, type TagName } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";

/** Where to look for what stands beside the content. */
interface AsideScope {
  readonly tree: Tree;
  /** Is added to. */
  readonly dropped: Uint8Array;
  readonly measures: Measures;
  readonly kind: PageKind;
}

/** When a group of links is no content: more of its text than this is in links … */
interface LinkRule {
  readonly density: number;
  /** … it has less of the page's text than this … */
  readonly share: number;
  /** … and less of the page's whole text than this is in links. */
  readonly page: number;
}

const PROSE: LinkRule = { density: 0.75, share: 0.3, page: 1 };
const MIXED: LinkRule = { density: 0.8, share: 0.15, page: 0.6 };

/** In collections, listings, documentation and search results, groups of links are the content. */
const linkRules: Partial<Record<PageKind, LinkRule>> = {
  article: PROSE,
  unknown: { ...PROSE, page: 0.5 },
  forum: MIXED,
  product: MIXED,
  service: MIXED,
  home: MIXED,
};

/** Asides and footers with at least this share of the text hold content. */
const LARGE_ASIDE = 0.3;

/** Forms with less text, in characters or as a share, ask for something. */
const SMALL_FORM = 300;
const SMALL_FORM_SHARE = 0.1;

const groups = new Uint8Array(KNOWN_TAGS);
for (const name of "ul ol dl div section table".split(" ")) groups[tagIds[name as TagName]] = 1;

/** Marks what stands beside the content: asides, footers, small forms, groups of links. */
export function markAside(scope: AsideScope): void {
  const { tree, dropped, measures } = scope;
  const whole = Math.max(1, measures.text[0] as number);
  const page = (measures.linked[0] as number) / whole;
  const rule = linkRules[scope.kind];
  const links = rule !== undefined && page < rule.page ? rule : undefined;
  for (const node of measures.order) {
    if (dropped[node] === 1 || tree.kind(node) !== NodeKind.element) continue;
    const share = (measures.text[node] as number) / whole;
    if (isAside(scope, node, share) || isLinks(scope, node, { rule: links, share })) {
      dropped[node] = 1;
    }
  }
}

function isAside({ tree, measures }: AsideScope, node: NodeId, share: number): boolean {
  const tag = tree.tag(node);
  if (tag === tagIds.aside || tag === tagIds.footer) return share < LARGE_ASIDE;
  if (tag !== tagIds.form) return false;
  return (measures.text[node] as number) < SMALL_FORM || share < SMALL_FORM_SHARE;
}

interface LinkQuestion {
  readonly rule: LinkRule | undefined;
  readonly share: number;
}

function isLinks({ tree, measures }: AsideScope, node: NodeId, question: LinkQuestion): boolean {
  const { rule, share } = question;
  if (rule === undefined || groups[tree.tag(node)] !== 1 || share >= rule.share) return false;
  const text = measures.text[node] as number;
  return text > 0 && (measures.linked[node] as number) / text > rule.density;
}
