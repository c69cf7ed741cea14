/** Whether the text of an XML document goes on to the end of its root element; one without any has no end. */
export function isWholeXml(text: string, rootName: string): boolean {
  if (rootName === "") return true;
  const end = withoutTrailing(text);
  if (end.endsWith("/>"))
    return end.toLowerCase().lastIndexOf(`<${rootName}`) === end.lastIndexOf("<");
  const [, name] = /<\/([^\s<>/]{1,200})\s{0,200}>$/.exec(end.slice(-500)) ?? [];
  return name?.toLowerCase() === rootName && !isOpen(end);
}

/** The text without the comments and instructions behind it. */
function withoutTrailing(text: string): string {
  let end = text.trimEnd();
  for (;;) {
    const mark = end.endsWith("-->") ? "<!--" : end.endsWith("?>") ? "<?" : undefined;
    const start = mark === undefined ? -1 : end.lastIndexOf(mark);
    if (start === -1) return end;
    end = end.slice(0, start).trimEnd();
  }
}

/** Whether the end is inside a comment or CDATA; what looks like one inside the other is none. */
function isOpen(text: string): boolean {
  const ends = Math.max(text.lastIndexOf("-->"), text.lastIndexOf("]]>"));
  return Math.max(text.lastIndexOf("<!--"), text.lastIndexOf("<![CDATA[")) > ends;
}
