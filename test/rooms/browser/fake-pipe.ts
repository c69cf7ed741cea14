import { PassThrough } from "node:stream";
import { BytePipe } from "../../../src/browser/remote/byte-pipe.ts";
import { Multiplexer } from "../../../src/browser/remote/multiplexer.ts";
import type { CdpChannel } from "../../../src/browser/remote/remote-browser.ts";
import { FakeClock } from "dragline/testing";

/** A message as it went to the browser. */
export interface Sent {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string };
  readonly sessionId?: string;
}

/** A browser's end of a pipe, which opens sessions and says nothing else by itself. */
export interface FakePipe {
  readonly clock: FakeClock;
  readonly pipe: BytePipe;
  readonly multiplexer: Multiplexer;
  /** What the browser was sent, but for the multiplexer's own commands. */
  readonly sent: readonly Sent[];
  /** Sessions that were detached. */
  readonly detached: readonly string[];
  /** The streams, to write to and to break. */
  readonly input: PassThrough;
  readonly output: PassThrough;
  /** Says something, a chunk for each. */
  readonly say: (...chunks: readonly (string | Buffer)[]) => void;
  readonly attach: () => Promise<{ channel: CdpChannel; root: string; heard: string[] }>;
}

/** A session's id by its number. */
export function sessionId(number: number): string {
  return number.toString(16).toUpperCase().padStart(32, "0");
}

/** An answer to a command, as Chromium writes it. */
export function answer(id: number, session?: string, result: object = {}): string {
  return JSON.stringify({ id, result, sessionId: session });
}

/** That a session came, as Chromium says it to the session above. */
export function attached(session: string, above?: string): string {
  const params = { sessionId: session, targetInfo: { type: "page" }, waitingForDebugger: false };
  return JSON.stringify({ method: "Target.attachedToTarget", params, sessionId: above });
}

/** That a session went. */
export function detachedFrom(session: string, above?: string): string {
  const params = { sessionId: session, targetId: "T" };
  return JSON.stringify({ method: "Target.detachedFromTarget", params, sessionId: above });
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param respond says what the browser answers to a client's command; nothing without a result */
export function fakePipe(
  respond: (message: Sent) => object | undefined = () => undefined,
): FakePipe {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const clock = new FakeClock();
  const pipe = new BytePipe({ input, output });
  const multiplexer = new Multiplexer(pipe, clock);
  const sent: Sent[] = [];
  const detached: string[] = [];
  let [sessions, rest] = [0, ""];
  input.on("data", (chunk: Buffer) => {
    const texts = `${rest}${chunk}`.split("\0");
    rest = texts.pop() ?? "";
    for (const text of texts) take(JSON.parse(text) as Sent);
  });
  function take(message: Sent): void {
    const { id = 0, method, params, sessionId: session } = message;
    if (session !== undefined) {
      sent.push(message);
      const result = respond(message);
      if (result !== undefined) output.write(`${answer(id, session, result)}\0`);
    } else if (method === "Target.attachToBrowserTarget") {
      sessions += 1;
      output.write(`${answer(id, undefined, { sessionId: sessionId(sessions) })}\0`);
    } else {
      detached.push(params?.sessionId ?? "");
      output.write(`${answer(id)}\0`);
    }
  }
  return {
    clock,
    pipe,
    multiplexer,
    sent,
    detached,
    input,
    output,
    say: (...chunks) => {
      for (const chunk of chunks) output.write(chunk);
    },
    async attach() {
      const channel = await multiplexer.attach({ signal: new AbortController().signal });
      const heard: string[] = [];
      channel.onmessage = (text) => heard.push(text.toString());
      return { channel, root: sessionId(sessions), heard };
    },
  };
}
