import { tagIds, type NodeId, type Tree } from "../html/index.ts";

const attributes = ["data-lang", "data-language", "data-enlighter-language", "lang"];
const classes = [
  /(?:^|\s)(?:lang|language|highlight-source|brush|crayon-lang|lang:)[-:]\s*([\w+#.-]+)/i,
  /(?:^|\s)(?:hljs|sourceCode|prettyprint|prism|syntaxhighlighter|code-block)\s+(?:lang-)?([\w+#.-]+)/i,
  /(?:^|\s)highlight-([\w+#.-]+)/i,
];
const meaningless =
  /^(?:none|text|txt|plain|plaintext|nohighlight|no-highlight|default|notranslate|hljs|source|wrap|wrapper|linenums|prettyprinted|line-numbers|code|pre|xx)$/i;

/** How far above the `pre` highlighters name the language. */
const MAX_ABOVE = 2;

/** The language that a page names for a code block, in lower case; empty when it names none. */
export function codeLanguage(tree: Tree, pre: NodeId): string {
  const code = firstCode(tree, pre);
  const places = code === 0 ? [pre] : [code, pre];
  let above = tree.parent(pre);
  for (let step = 0; step < MAX_ABOVE && tree.tag(above) === tagIds.div; step += 1) {
    places.push(above);
    above = tree.parent(above);
  }
  for (const place of places) {
    const language = languageOf(tree, place);
    if (language !== "") return language;
  }
  return "";
}

function firstCode(tree: Tree, pre: NodeId): NodeId {
  for (let child = tree.firstChild(pre); child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) === tagIds.code) return child;
  }
  return 0;
}

function languageOf(tree: Tree, node: NodeId): string {
  const isContainer = tree.tag(node) === tagIds.div;
  const names = attributes.map((name) =>
    isContainer && name === "lang" ? undefined : tree.attribute(node, name),
  );
  const className = tree.attribute(node, "class") ?? "";
  for (const pattern of classes) names.push(pattern.exec(className)?.[1]);
  for (const name of names) {
    if (name !== undefined && /^[\w+#.-]{1,32}$/.test(name) && !meaningless.test(name)) {
      return name.toLowerCase();
    }
  }
  return "";
}
