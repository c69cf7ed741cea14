/** Signs that tell where values begin and end. */
const signs = {
  quote: 34,
  comma: 44,
  openList: 91,
  backslash: 92,
  closeList: 93,
  open: 123,
  close: 125,
};

/**
 * Elements of a list that is a member of a JSON object without spaces, as the service writes it, one
 * after the other as they arrive: no more than one is held, and each character is looked at once. Ends
 * with the list, and cancels what follows it; nothing where there is no such member.
 * @throws SyntaxError for an element that is no JSON
 */
export async function* membersOf(
  body: ReadableStream<Uint8Array>,
  name: string,
): AsyncGenerator<unknown, void, undefined> {
  const mark = `"${name}":[`;
  const end = new ElementEnd();
  let before: string | undefined = "";
  let pieces: string[] = [];
  const texts = body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  );
  for await (const chunk of texts) {
    let text = chunk;
    if (before !== undefined) {
      text = before + chunk;
      const begins = beginOf(text, mark);
      // Half of the mark may have come.
      before = begins < 0 ? text.slice(-mark.length) : undefined;
      if (begins < 0) continue;
      text = text.slice(begins);
    }
    let from = 0;
    for (let at = end.find(text, from); at >= 0; at = end.find(text, from)) {
      // Joined once: a text that grows by each chunk would be copied at each.
      const element = [...pieces, text.slice(from, at)].join("").trim();
      pieces = [];
      if (element !== "") yield JSON.parse(element) as unknown;
      if (text.charCodeAt(at) === signs.closeList) return;
      from = at + 1;
    }
    pieces.push(text.slice(from));
  }
}

/** Behind the mark; -1 where it has not come. What has a backslash before it only ends like the mark. */
function beginOf(text: string, mark: string): number {
  let at = text.indexOf(mark);
  while (at > 0 && text[at - 1] === "\\") at = text.indexOf(mark, at + 1);
  return at < 0 ? -1 : at + mark.length;
}

/** Finds where the elements of a list end, in texts that follow one another. */
class ElementEnd {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /**
   * Where the element that is under way ends, at a comma or the list's end; -1 if that has not come, and
   * the next text goes on with it.
   */
  find(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (this.#isInText) this.#passText(sign);
      else if (this.#isEnd(sign)) return at;
    }
    return -1;
  }

  #isEnd(sign: number): boolean {
    if (sign === signs.quote) this.#isInText = true;
    else if (sign === signs.open || sign === signs.openList) this.#depth += 1;
    else if (this.#depth === 0) return sign === signs.comma || sign === signs.closeList;
    else if (sign === signs.close || sign === signs.closeList) this.#depth -= 1;
    return false;
  }

  #passText(sign: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === signs.backslash) this.#isEscaped = true;
    else if (sign === signs.quote) this.#isInText = false;
  }
}
