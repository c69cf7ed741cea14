import { attributeIds } from "../scan/attribute-names.ts";
import { tagIds } from "../scan/tags.ts";
import type { NodeId } from "../tree/tree.ts";
import { RdfaElement } from "./rdfa-element.ts";
import { RdfaGraph } from "./rdfa-graph.ts";
import { RdfaNames } from "./rdfa-names.ts";
import type { RdfaContext } from "./rdfa-context.ts";
import type { StructuredPage } from "./read-page.ts";
import type { StructuredValue } from "./structured-value.ts";
import { childElements } from "./walk-page.ts";

/**
 * The RDFa of a page (RDFa Core 1.1 and HTML+RDFa 1.1, without roles and XML literals) as expanded
 * JSON-LD: a list of nodes with `@id`, `@type` and, by full address, lists of `{ "@id" }`,
 * `{ "@value", "@language", "@type" }` and `{ "@list" }`. Texts have their white space folded.
 */
export function readRdfa(page: StructuredPage, url: string): StructuredValue[] {
  const { tree } = page;
  const graph = new RdfaGraph(page.characters);
  const address = page.urls.resolve("") ?? url;
  const root: RdfaContext = {
    page: address.replace(/#.*$/, ""),
    subject: address.replace(/#.*$/, ""),
    object: undefined,
    unfinished: [],
    lists: new Map(),
    language: undefined,
    names: new RdfaNames(),
  };
  const waiting: [NodeId, RdfaContext][] = [];
  const isPlain = !hasStatements(page);
  pushChildren(page, waiting, [0, root]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, context] = next;
    if (isPlain && tree.tag(node) === tagIds.body) continue;
    const inside = new RdfaElement({ page, graph, node, context }).read();
    pushChildren(page, waiting, [node, inside]);
  }
  return graph.nodes() as StructuredValue[];
}

/** Whether an element outside of the head says something: most pages have Open Graph only. */
function hasStatements({ tree }: StructuredPage): boolean {
  const { attributeTable } = tree;
  const head = tree.firstOfTag(tagIds.head);
  for (let node = 1; node < tree.size; node++) {
    if (tree.parent(node) === head && head !== 0) continue;
    for (let at = tree.firstAttribute(node); at !== 0; at = attributeTable.next(at)) {
      const id = attributeTable.id(at);
      if (id === attributeIds.property) return true;
      if (id === attributeIds.rel && RELATION.test(attributeTable.value(at))) return true;
      if (id === 0 && STATEMENTS.has(attributeTable.name(at))) return true;
    }
  }
  return false;
}

const STATEMENTS = new Set(["vocab", "about", "resource", "typeof", "rev"]);
const RELATION = /:|^\s*(?:license|describedby|role)\s*$/i;

/** Puts the elements in a node onto the waiting list, the first on top. */
function pushChildren(
  { tree }: StructuredPage,
  waiting: [NodeId, RdfaContext][],
  [node, context]: readonly [NodeId, RdfaContext],
): void {
  for (const child of childElements(tree, node).toReversed()) waiting.push([child, context]);
}
