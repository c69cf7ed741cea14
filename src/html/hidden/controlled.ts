import { attributeIds } from "../scan/attribute-names.ts";
import type { Tree } from "../tree/tree.ts";

/** Ids of a page that are kept; a page with more panels is made by a machine for machines. */
const MOST_IDS = 10_000;

/** Attributes that name what a control opens: ARIA's, HTML's, Bootstrap's, and sites' own. */
const CONTROLS =
  /^(?:aria-controls|popovertarget|commandfor|data-(?:[\w-]*-)?(?:target|tab|panel|toggle|collapse|controls?|content|open|expand))$/;

const LOWER_A = 97;
const LOWER_C = 99;
const LOWER_D = 100;
const LOWER_P = 112;

/** The ids that controls of the page name as what they open, or links go to. */
export function controlledIds(tree: Tree): Set<string> {
  const { attributeTable: table, codes } = tree;
  const ids = new Set<string>();
  for (let at = 1; at < table.size && ids.size < MOST_IDS; at++) {
    const id = table.id(at);
    if (id === attributeIds.href) {
      if (codes[table.valueStart(at)] === HASH) addIds(ids, table.value(at));
    } else if (id === 0 && table.valueEnd(at) > table.valueStart(at)) {
      const first = (codes[table.nameStart(at)] as number) | 32;
      const may = first === LOWER_A || first === LOWER_C || first === LOWER_D || first === LOWER_P;
      if (may && CONTROLS.test(table.name(at))) addIds(ids, table.value(at));
    }
  }
  return ids;
}

const HASH = 35;

function addIds(ids: Set<string>, value: string): void {
  if (value.length > 500) return;
  for (const word of value.split(/\s+/)) {
    const id = word.startsWith("#") ? word.slice(1) : word;
    if (id !== "") ids.add(id);
  }
}
