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
 * after the other as they arrive: no more than one is held. Ends with the list, and cancels what
 * follows it; nothing where there is no such member.
 * @throws SyntaxError for an element that is no JSON
 */
export async function* membersOf(
  body: ReadableStream<Uint8Array>,
  name: string,
): AsyncGenerator<unknown, void, undefined> {
  const mark = `"${name}":[`;
  let text = "";
  let end: ElementEnd | undefined;
  const texts = body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  );
  for await (const chunk of texts) {
    text += chunk;
    if (end === undefined) {
      const begins = beginOf(text, mark);
      // Half of the mark may have come.
      text = begins < 0 ? text.slice(-mark.length) : text.slice(begins);
      if (begins < 0) continue;
      end = new ElementEnd();
    }
    for (let at = end.find(text); at >= 0; at = end.find(text)) {
      const element = text.slice(0, at).trim();
      if (element !== "") yield JSON.parse(element) as unknown;
      if (text.charCodeAt(at) === signs.closeList) return;
      text = text.slice(at + 1);
    }
  }
}

/** Behind the mark; quotation marks within texts have a backslash. */
function beginOf(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at < 0 || text[at - 1] === "\\" ? -1 : at + mark.length;
}

/** Finds where the elements of a list end, in a text that grows. */
class ElementEnd {
  #at = 0;
  #depth = 0;
  #isInText = false;

  /** Where the first element of the text ends, at a comma or the list's end; -1 if that has not come. */
  find(text: string): number {
    for (; this.#at < text.length; this.#at += 1) {
      if (this.#isInText) {
        if (!this.#leaveText(text)) return -1;
      } else if (this.#isEnd(text.charCodeAt(this.#at))) {
        const end = this.#at;
        this.#at = 0;
        return end;
      }
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

  /** Goes to the end of a text; false where that has not come. */
  #leaveText(text: string): boolean {
    for (; this.#at < text.length; this.#at += 1) {
      const sign = text.charCodeAt(this.#at);
      if (sign === signs.quote) {
        this.#isInText = false;
        return true;
      }
      if (sign !== signs.backslash) continue;
      // What is escaped comes with the next piece.
      if (this.#at + 1 >= text.length) return false;
      this.#at += 1;
    }
    return false;
  }
}
