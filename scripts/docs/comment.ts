// TSDoc comments, read.

/** What a comment says. */
export interface Comment {
  /** Its text before the first tag, in Markdown, links as names, paragraphs by empty lines. */
  readonly text: string;
  /** The first sentence of the text, in one line. */
  readonly sentence: string;
  readonly tags: readonly { readonly name: string; readonly text: string }[];
  /** The names that it links to. */
  readonly links: readonly string[];
}

/** The comment that a file begins with; empty when it begins with code. */
export function leadingComment(text: string): string {
  return /^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? "";
}

/** Reads the last of the comments in a text; of an empty text nothing. */
export function readComment(source: string): Comment {
  const body = [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].at(-1)?.[1] ?? "";
  const lines = body.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  const whole = `\n${lines.join("\n").trim()}`;
  const [prose = "", ...parts] = whole.split(
    /(?<=\s)(?=@(?:default|deprecated|example|packageDocumentation|param|returns|see|template|throws)\b)/,
  );
  const tags = parts.map((part) => {
    const [, name = "", text = ""] = /^@(\w+)\s*([\s\S]*)$/.exec(part) ?? [];
    return { name, text: text.trim() };
  });
  const text = plainLinks(prose).trim();
  const links = [...whole.matchAll(/\{@link (\w+)/g)].flatMap((match) => match[1] ?? []);
  return { text, sentence: firstSentence(text), tags, links };
}

/** The text of a tag in one line; undefined without such a tag. */
export function tagOf({ tags }: Comment, wanted: string): string | undefined {
  const tag = tags.find(({ name }) => name === wanted);
  return tag && oneLine(tag.text);
}

/** White space of any length becomes one blank. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The sentences of a comment's prose, each in one line. */
export function sentencesOf(text: string): readonly string[] {
  const paragraphs = text.split(/\n\s*\n/).map(oneLine);
  return paragraphs.flatMap((paragraph) =>
    paragraph.split(/(?<=[.:!?]['")`]?)(?<!\b(?:e\.g|i\.e|etc|vs|No)\.)(?<!:) (?=[A-Z`{"'(0-9])/),
  );
}

/** Text that can stand in a cell of a table. */
export function cell(text: string): string {
  return oneLine(text).replaceAll("|", "\\|");
}

/** Code that can stand in a cell of a table. */
export function codeCell(text: string): string {
  if (text === "") return "";
  const fence = text.includes("`") ? "``" : "`";
  const inner = cell(text);
  return fence === "`" ? `\`${inner}\`` : `\`\` ${inner} \`\``;
}

function firstSentence(text: string): string {
  const [first = ""] = sentencesOf(text);
  return first;
}

/** `{@link Name text}` becomes the text, or the name as code. */
function plainLinks(text: string): string {
  return text.replaceAll(/\{@link\s+([^}\s|]+)[\s|]*([^}]*)\}/g, (_, name: string, label: string) =>
    label.trim() === "" ? `\`${name}\`` : label.trim(),
  );
}
