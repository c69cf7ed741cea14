import { tagIds, type NodeId, type TagId, type Tree, type View } from "../../html/index.ts";
import { nextNode } from "../../html/internal.ts";

const attributes = [
  "data-lang",
  "data-language",
  "data-enlighter-language",
  "data-mode-id",
  "lang",
];
const classes = [
  /(?:^|\s)(?:lang|language|highlight-source|brush|crayon-lang|lang:)[-:]\s*([\w+#.-]+)/i,
  /(?:^|\s)(?:hljs|sourceCode|prettyprint|prism|syntaxhighlighter|code-block)\s+(?:lang-)?([\w+#.-]+)/i,
  /(?:^|\s)highlight-([\w+#.-]+)/i,
];
/** Hexo. */
const figure = /^\s*highlight\s+([\w+#.-]+)\s*$/i;
const meaningless =
  /^(?:none|auto|text|txt|plain|plaintext|nohighlight|no-highlight|default|notranslate|hljs|source|wrap|wrapper|linenums|prettyprinted|line-numbers|code|pre|xx)$/i;

/** How far above the `pre` highlighters name the language. */
const MAX_ABOVE = 3;

/** The language of code with its line numbers in a table: that of its last `pre`. */
export function tableLanguage(view: View, table: NodeId): string {
  const { tree } = view;
  let pre = table;
  let node = nextNode(view, table, table);
  for (let seen = 0; node !== 0 && seen < MAX_LOOK; seen += 1) {
    if (tree.tag(node) === tagIds.pre) pre = node;
    node = nextNode(view, node, table);
  }
  return codeLanguage(tree, pre) || codeLanguage(tree, table);
}

const MAX_LOOK = 4000;

/** The language that a page names for a code block, in lower case; empty when it names none. */
export function codeLanguage(tree: Tree, pre: NodeId): string {
  const code = firstCode(tree, pre);
  const places = code === 0 ? [pre] : [code, pre];
  let above = tree.parent(pre);
  for (let step = 0; step < MAX_ABOVE && isFrame(tree.tag(above)); step += 1) {
    places.push(above);
    above = tree.parent(above);
  }
  for (const place of places) {
    const language = languageOf(tree, place);
    if (language !== "") return language;
  }
  return "";
}

function isFrame(tag: TagId): boolean {
  return tag === tagIds.div || tag === tagIds.figure;
}

function firstCode(tree: Tree, pre: NodeId): NodeId {
  for (let child = tree.firstChild(pre); child !== 0; child = tree.nextSibling(child)) {
    if (tree.tag(child) === tagIds.code) return child;
  }
  return 0;
}

function languageOf(tree: Tree, node: NodeId): string {
  const isContainer = isFrame(tree.tag(node));
  const names = attributes.map((name) =>
    isContainer && name === "lang" ? undefined : tree.attribute(node, name),
  );
  const className = tree.attribute(node, "class") ?? "";
  for (const pattern of classes) names.push(pattern.exec(className)?.[1]);
  if (tree.tag(node) === tagIds.figure) names.push(figure.exec(className)?.[1]);
  for (const name of names) {
    if (name !== undefined && /^[\w+#.-]{1,32}$/.test(name) && !meaningless.test(name)) {
      return name.toLowerCase();
    }
  }
  return "";
}
