import type { User, World } from "../transports/index.ts";

/** A frame of server-sent events: an event with its data, or a comment. */
export interface Frame {
  readonly event: string | undefined;
  readonly id?: string;
  readonly data: unknown;
  readonly comment: string | undefined;
}

/** An answer whose body is read as it comes. */
export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next frame; undefined at the end. */
  next(): Promise<Frame | undefined>;
  /** All frames that are left. */
  all(): Promise<readonly Frame[]>;
  /** Leaves. */
  close(): Promise<void>;
}

/** Opens a stream of events, over whatever way the world has to its service. */
export function openStream(world: World, user: User, json: object): Promise<OpenStream> {
  const request = new Request(`${world.origin}/v1/ai/evaluate/stream`, {
    method: "POST",
    headers: { "x-api-key": user.key, "content-type": "application/json" },
    body: JSON.stringify(json),
  });
  return readStream(world, request);
}

/** The same for any request that is answered with events. */
export async function readStream(world: World, request: Request): Promise<OpenStream> {
  const isInProcess = world.origin.endsWith(".test");
  const response = await (isInProcess ? world.service.fetch(request) : fetch(request));
  const { status, headers, body } = response;
  if (body === null) throw new Error("The answer has no body.");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Frame | undefined> => {
    for (let end = text.indexOf("\n\n"); ; end = text.indexOf("\n\n")) {
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return frameOf(block);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  const all = async (): Promise<readonly Frame[]> => {
    const frames: Frame[] = [];
    for (let frame = await next(); frame !== undefined; frame = await next()) frames.push(frame);
    return frames;
  };
  return { status, headers, next, all, close: () => reader.cancel() };
}

function frameOf(block: string): Frame {
  const lines = block.split("\n");
  const field = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(name))?.slice(name.length);
  const data = field("data: ");
  const id = field("id: ");
  return {
    event: field("event: "),
    ...(id !== undefined && { id }),
    data: data === undefined ? undefined : JSON.parse(data),
    comment: field(":"),
  };
}
