import { chunksOf, unexpected } from "./read-body.ts";

/** Characters of an event, at most. */
const LONGEST = 16 * 1024 * 1024;

/** An event of a stream of server-sent events. */
export interface ServerEvent {
  /** What kind it is: `job`, `step`, `result`. */
  readonly event: string;
  /** Its data, parsed. */
  readonly data: unknown;
  /** Its id, by which a stream goes on where it ended; empty when it has none. */
  readonly id: string;
}

/** Reads a stream of server-sent events (HTML, 9.2.6) to its end; leaving the loop closes it. */
export async function* readEvents(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent, void, undefined> {
  for await (const block of blocksOf(response, signal)) {
    const event = eventOf(block);
    if (event !== undefined) yield event;
  }
}

/** What stands between empty lines; not what the stream was cut off in. */
async function* blocksOf(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunksOf(response, signal)) {
    const text = decoder.decode(chunk, { stream: true });
    rest += text;
    if (rest.length > LONGEST) throw unexpected("The stream has an event that does not end.");
    // Without a line end it ends nothing; a long event is not looked through again for each part.
    if (!text.includes("\n")) continue;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    yield* blocks;
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = { event: "message", id: "", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^(event|data|id): ?(.*)$/.exec(line) ?? [];
    if (name === "event") fields.event = value;
    if (name === "id") fields.id = value;
    if (name === "data") fields.data += fields.data === "" ? value : `\n${value}`;
  }
  return fields.data === "" ? undefined : { ...fields, data: valueOf(fields.data) };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
