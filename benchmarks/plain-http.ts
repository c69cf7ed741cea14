import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A call without a body of another type than JSON. */
export interface PlainCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

/** Connections at most; more calls wait for their turn. */
const CONNECTIONS = 64;

/** Milliseconds after which a connection that nobody used is left: Node's servers do after 5 s. */
const FRESH = 3000;

const HEAD_END = "\r\n\r\n";
const CHUNKS_END = Buffer.from("\r\n0\r\n\r\n");

/**
 * Connections of HTTP/1.1 to one server of ours that do the least a client can do: whoever measures a
 * server wants the processor to be the server's.
 */
export class PlainHttp implements Disposable {
  readonly #origin: URL;
  readonly #idle: { readonly socket: Socket; readonly since: number }[] = [];
  readonly #waiting: ((socket: Socket) => void)[] = [];
  #open = 0;

  constructor(origin: string) {
    this.#origin = new URL(origin);
  }

  /** @throws Error for any status but 2xx, with the answer */
  async json<Answer>({ method, path, headers = {}, body = "" }: PlainCall): Promise<Answer> {
    const socket = await this.#take();
    const all = { ...headers, host: this.#origin.host, "content-length": Buffer.byteLength(body) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
    const { head, content } = await answerOf(socket);
    this.#giveBack(socket);
    if (!head.startsWith("HTTP/1.1 2")) throw new Error(`${head}${HEAD_END}${content}`);
    return JSON.parse(content) as Answer;
  }

  [Symbol.dispose](): void {
    for (const { socket } of this.#idle) socket.destroy();
  }

  #take(): Socket | Promise<Socket> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (performance.now() - idle.since < FRESH) return idle.socket;
      idle.socket.destroy();
      this.#open -= 1;
    }
    if (this.#open < CONNECTIONS) return this.#connect();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(socket: Socket): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push({ socket, since: performance.now() });
    else next(socket);
  }

  async #connect(): Promise<Socket> {
    this.#open += 1;
    const socket = connect(Number(this.#origin.port), this.#origin.hostname);
    socket.setNoDelay(true);
    await once(socket, "connect");
    return socket;
  }
}

function answerOf(socket: Socket): Promise<{ readonly head: string; readonly content: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ head: string; content: string }>();
  let bytes: Buffer = Buffer.alloc(0);
  const onLost = (): void => reject(new Error(`the connection was lost after ${bytes.length} B`));
  const onData = (part: Buffer): void => {
    bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
    const at = bytes.indexOf(HEAD_END);
    if (at === -1) return;
    const head = bytes.toString("latin1", 0, at);
    const content = contentOf(head, bytes.subarray(at + HEAD_END.length));
    if (content === undefined) return;
    socket.off("data", onData).off("close", onLost);
    resolve({ head, content });
  };
  socket.on("data", onData).on("close", onLost);
  return promise;
}

/** The content as text; undefined until all of it is there. */
function contentOf(head: string, body: Buffer): string | undefined {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) return body.length < Number(length) ? undefined : body.toString();
  return body.subarray(-CHUNKS_END.length).equals(CHUNKS_END) ? joined(body) : undefined;
}

/** Chunks of RFC 9112, 7.1. */
function joined(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}
