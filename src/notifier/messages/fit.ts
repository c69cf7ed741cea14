import { moreLine, type Message, type MessageLine } from "./message.ts";

/** How long the text of a message may be. */
interface Bound {
  /** Of what {@link Bound.size} counts. */
  readonly most: number;
  /** Characters by default. */
  readonly size?: (text: string) => number;
}

/** Characters of a line's rest that are worth showing. */
const LEAST = 16;

/**
 * The text of a message, made so that it fits: lines at the end give way to a mark that counts them,
 * and where not even the first fits, its end to an ellipsis.
 * @param render must not become longer by fewer lines
 */
export function fitted(
  message: Message,
  render: (message: Message) => string,
  { most, size = (text) => text.length }: Bound,
): string {
  const whole = render(message);
  if (size(whole) <= most) return whole;
  const { lines } = message;
  const first = (kept: number): string => {
    return render({ ...message, lines: [...lines.slice(0, kept), moreLine(lines.length - kept)] });
  };
  let [fits, tooMany] = [0, lines.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (size(first(middle)) <= most) fits = middle;
    else tooMany = middle;
  }
  if (fits > 0) return first(fits);
  return shortest(message, (candidate) => {
    const text = render(candidate);
    return size(text) <= most ? text : undefined;
  });
}

/** With a part of the first line; without any; without the link; in the end a part of the title. */
function shortest(message: Message, fitting: (message: Message) => string | undefined): string {
  for (const candidate of [...withHeads(message), ...withoutLines(message)]) {
    const text = fitting(candidate);
    if (text !== undefined) return text;
  }
  return "";
}

function withHeads(message: Message): Message[] {
  const [head, ...rest] = message.lines;
  if (head === undefined) return [];
  const tail: readonly MessageLine[] = rest.length === 0 ? [] : [moreLine(rest.length)];
  // A part of an address leads elsewhere.
  const kind = head.kind === "link" ? "text" : head.kind;
  return halves(head.text, LEAST).map((text) => ({ ...message, lines: [{ kind, text }, ...tail] }));
}

function withoutLines(message: Message): Message[] {
  const bare = [
    { ...message, lines: [moreLine(message.lines.length)] },
    { ...message, lines: [] },
  ];
  const linkless = bare.map((one) => ({ ...one, url: null }));
  const titles = halves(message.title, 1).map((title) => ({ title, lines: [], url: null }));
  return [...bare, ...linkless, ...titles];
}

/** A text cut to a half, a quarter and so on, as long as so many characters are left. */
function halves(text: string, least: number): string[] {
  const cut: string[] = [];
  for (let left = Math.floor(text.length / 2); left >= least; left = Math.floor(left / 2)) {
    cut.push(`${text.slice(0, left).toWellFormed()}…`);
  }
  return cut;
}
