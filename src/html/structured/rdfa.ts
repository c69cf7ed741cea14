import type { NodeId } from "../tree.ts";
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
  pushChildren(page, waiting, [0, root]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, context] = next;
    const inside = new RdfaElement({ page, graph, node, context }).read();
    pushChildren(page, waiting, [node, inside]);
  }
  return graph.nodes() as StructuredValue[];
}

/** Puts the elements in a node onto the waiting list, the first on top. */
function pushChildren(
  { tree }: StructuredPage,
  waiting: [NodeId, RdfaContext][],
  [node, context]: readonly [NodeId, RdfaContext],
): void {
  for (const child of childElements(tree, node).toReversed()) waiting.push([child, context]);
}
