import { tagIds, type NodeId, type Tree } from "dragline/html";

/** The TeX of formulas that a page draws by scripts, MathML or images, without its punctuation. */
export function formulasOf(tree: Tree): ReadonlySet<string> {
  const found = new Set<string>();
  for (let node = 1; node < tree.size; node += 1) {
    const name = tree.name(node);
    if (name === "annotation" || isTexScript(tree, node)) found.add(bare(textIn(tree, node)));
    else if (name === "math") found.add(MATH).add(bare(tree.attribute(node, "alttext") ?? ""));
    else if (tree.tag(node) === tagIds.img) found.add(bare(tree.attribute(node, "alt") ?? ""));
  }
  return found;
}

/**
 * The text without those of the formulas that are written as TeX between dollar signs; of MathML
 * without a source, whatever has a command or a raised part.
 */
export function withoutFormulas(text: string, formulas: ReadonlySet<string>): string {
  if (formulas.size === 0) return text;
  return text.replace(/(\$\$?)([^$]+)\1/g, (written, _sign, tex: string) =>
    formulas.has(bare(tex)) || (formulas.has(MATH) && /[\\^_]/.test(tex)) ? " " : written,
  );
}

/** Stands for MathML. */
const MATH = "<math>";

function isTexScript(tree: Tree, node: NodeId): boolean {
  return (
    tree.tag(node) === tagIds.script && (tree.attribute(node, "type") ?? "").startsWith("math/tex")
  );
}

function textIn(tree: Tree, node: NodeId): string {
  let text = "";
  for (let at = tree.firstChild(node); at !== 0; at = tree.nextSibling(at)) text += tree.text(at);
  return text;
}

/** Converters may space and bracket TeX in their own way. */
function bare(tex: string): string {
  return tex.replace(/[^\p{L}\p{N}]+/gu, "");
}
