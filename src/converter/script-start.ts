/** What may stand before the first statement: space, and comments of JavaScript, CSS, Python and shells. */
const BEFORE = /^(?:[\s;]+|\/\*[\s\S]*?\*\/|\/\/[^\n]*|#(?!!)(?=[\s!*-])[^\n]*)+/;
const NAME = String.raw`[A-Za-z_$][\w$]*`;

/** How programs begin that no text of people begins like, whatever tags come later in their strings. */
const STARTS: readonly RegExp[] = [
  // JavaScript and TypeScript.
  /^["']use (?:strict|client|server)["']/,
  /^import\s*(?:["'][^"'\n]+["']|(?:type\s+)?[\w$*{][^;"'<>]*?\bfrom\s*["'])/,
  /^export\s+(?:default\b|\*|(?:type\s+)?\{|(?:async\s+)?function\b|(?:const|let|var|class|enum|interface|type|abstract|declare)\s+[\w$])/,
  new RegExp(
    `^(?:const|let|var)\\s+(?:${NAME}(?:\\s*:[^=;\\n]{1,80})?|[{[][^=]{1,500}[}\\]])\\s*=(?!=)`,
  ),
  new RegExp(`^var\\s+${NAME}\\s*[,;]`),
  new RegExp(
    `^(?:async\\s+)?function\\b\\s*\\*?\\s*(?:${NAME})?\\s*\\([^)]*\\)\\s*(?::[^{]{1,80})?\\{`,
  ),
  /^[(!]\s*(?:async\s+)?function\b|^[(!]?\s*(?:async\s*)?\([^()]{0,200}\)\s*=>/,
  new RegExp(`^(?:abstract\\s+)?class\\s+${NAME}(?:\\s+extends\\s+[\\w$.]+)?\\s*\\{`),
  new RegExp(
    `^(?:declare\\s+\\w+\\s|(?:interface|enum|namespace)\\s+${NAME}[^{}\\n]*\\{|type\\s+${NAME}\\s*=)`,
  ),
  /^(?:module\.exports|exports\.\w+|Object\.defineProperty\(exports)\b/,
  /^(?:window|document|self|globalThis|process|console|\$)\s*[.(]\s*[\w"']/,
  // Python.
  /^(?:from\s+[\w.]+\s+import\s+(?:\(|[\w*]+(?:\s+as\s+\w+)?(?:\s*,\s*\w+(?:\s+as\s+\w+)?)*[ \t]*(?:#[^\n]*)?(?:\r?\n|$))|(?:async\s+)?def\s+\w+\s*\([^)]*\)[^\n:]*:|class\s+\w+(?:\([\w., =]*\))?:\s*\n)/,
  /^(?:import\s+[\w.]+(?:\s+as\s+\w+)?[ \t]*\r?\n\s*)+(?:from\s|def\s|class\s|if\s|for\s|with\s|try:|@|[A-Za-z_][\w.]*\s*[=(])/,
  /^"""/,
  // PHP, shells, CSS, JSON.
  /^<\?(?:php\b|=)/i,
  /^(?:#!\s*\/|set\s+-[a-z]+\s*(?:\n|$)|export\s+[A-Z_]+=|if\s+\[\[?\s)/,
  /^@(?:charset\s+"|import\s+(?:url\(|["'])|media\b[^{<]*\{|font-face\s*\{|layer\b|keyframes\b|tailwind\b|use\s+["'])/,
  /^(?=[.#:*@[\w])[^<{};]{1,300}\{\s*(?:--)?[\w-]+\s*:\s*[^{};<>]+[;}]/,
  /^\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\})|^\[\s*(?:\{\s*"|\[\s*[[{"\d]|"(?:[^"\\\n]|\\.)*"\s*[,\]])/,
];

/** A field of a first line of CSV: a word or two, without a space behind the separator. */
const FIELD = String.raw`(?:"[^"\n<]{1,60}"|[\w.#%-]+(?: [\w.#%()-]+){0,4})`;
const HEADER = new RegExp(`^${FIELD}(?:([,;\\t])${FIELD})(?:\\1${FIELD})*\\r?\\n`);

/**
 * Whether a text begins like a program, a style sheet, JSON or CSV. One that begins with a tag never
 * does, but for PHP; comments before it do not count.
 */
export function startsLikeScript(text: string): boolean {
  if (/^#!\s*\//.test(text)) return true;
  const start = text.replace(BEFORE, "");
  if (start.startsWith("<") && !start.startsWith("<?")) return false;
  return STARTS.some((begins) => begins.test(start)) || isCsv(start);
}

/** A header of short fields, and a line behind it with as many. */
function isCsv(text: string): boolean {
  const header = HEADER.exec(text);
  const separator = header?.[1];
  if (header === null || separator === undefined) return false;
  const rest = text.slice(header[0].length);
  const [second = ""] = rest.split("\n", 1);
  const fields = (line: string): number =>
    line.replaceAll(/"(?:[^"]|"")*"/g, "").split(separator).length;
  return !second.startsWith("<") && fields(second) === fields(header[0]);
}
