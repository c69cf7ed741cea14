import { attributeIds, type NodeId, type Tree } from "../../html/index.ts";

/** How an element shows its text; undefined as it is around the element. */
export interface TextStyle {
  readonly strong?: boolean | undefined;
  readonly emphasis?: boolean | undefined;
  readonly strike?: boolean | undefined;
}

/** The declarations of a style that change these. */
const interesting = /font|text-decoration/i;
const property = (name: string): RegExp => new RegExp(`(?:^|;)\\s*${name}\\s*:([^;]*)`, "gi");
const weight = property("font-weight");
const slant = property("font-style");
const font = property("font");
const decoration = property("text-decoration(?:-line)?");

/** From this weight on type is bold. */
const BOLD = 600;

/** What the element's style says; undefined when it says nothing. */
export function declaredStyle(tree: Tree, node: NodeId): TextStyle | undefined {
  if (tree.firstAttribute(node) === 0) return undefined;
  const at = tree.attributeNamed(node, attributeIds.style);
  if (at === 0) return undefined;
  const style = tree.attributeTable.value(at);
  if (!interesting.test(style)) return undefined;
  const shorthand = last(style, font)?.split("/")[0];
  return {
    strong: isStrong(last(style, weight)) ?? isStrongFont(shorthand),
    emphasis: isSlanted(last(style, slant)) ?? isSlantedFont(shorthand),
    strike: isStruck(last(style, decoration)),
  };
}

/** The value that counts: the last, in lower case. */
function last(style: string, declaration: RegExp): string | undefined {
  const value = [...style.matchAll(declaration)].at(-1)?.[1];
  return value
    ?.replace(/!\s*important/i, "")
    .trim()
    .toLowerCase();
}

function isStrong(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === "bold" || value === "bolder") return true;
  if (/^(?:normal|lighter|initial)$/.test(value)) return false;
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) >= BOLD : undefined;
}

function isStrongFont(value: string | undefined): boolean | undefined {
  if (value === undefined || !/\d/.test(value)) return undefined;
  return /(?:^|\s)(?:bold|bolder|[6-9]00)(?=\s)/.test(value);
}

function isSlanted(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (/^(?:italic|oblique)/.test(value)) return true;
  return value === "normal" || value === "initial" ? false : undefined;
}

function isSlantedFont(value: string | undefined): boolean | undefined {
  if (value === undefined || !/\d/.test(value)) return undefined;
  return /(?:^|\s)(?:italic|oblique)(?=\s)/.test(value);
}

function isStruck(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value.includes("line-through")) return true;
  return /^(?:none|initial)$/.test(value) ? false : undefined;
}
