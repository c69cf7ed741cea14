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
  const [head, ...rest] = message.lines;
  const tail: readonly MessageLine[] = rest.length === 0 ? [] : [moreLine(rest.length)];
  for (let left = (head?.text.length ?? 0) / 2; head !== undefined && left >= LEAST; left /= 2) {
    const part = { ...head, text: `${head.text.slice(0, left).toWellFormed()}…` };
    // A part of an address leads elsewhere.
    const line = head.kind === "link" ? { ...part, kind: "text" as const } : part;
    const text = fitting({ ...message, lines: [line, ...tail] });
    if (text !== undefined) return text;
  }
  const bare = [
    { ...message, lines: [moreLine(message.lines.length)] },
    { ...message, lines: [] },
  ];
  const linkless = bare.map((one) => ({ ...one, url: null }));
  for (const candidate of [...bare, ...linkless]) {
    const text = fitting(candidate);
    if (text !== undefined) return text;
  }
  let { title } = message;
  for (;;) {
    title = `${title.slice(0, Math.floor(title.length / 2)).toWellFormed()}…`;
    const text = fitting({ title, lines: [], url: null });
    if (text !== undefined || title.length <= 1) return text ?? "";
  }
}
