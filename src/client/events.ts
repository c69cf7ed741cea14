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
): AsyncGenerator<ServerEvent, void, undefined> {
  for await (const block of blocksOf(response)) {
    const event = eventOf(block);
    if (event !== undefined) yield event;
  }
}

/** What stands between empty lines; not what the stream was cut off in. */
async function* blocksOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = `${rest}${value}`.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      yield* blocks;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
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
