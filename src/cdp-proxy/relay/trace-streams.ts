import { dirname } from "node:path";
import { refusalAnswer, type CdpCommand } from "./cdp-command.ts";

/** Bytes of traces that a connection may keep; more is lost, which the client learns. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Bytes that one read gives at most, and unless it says how many. */
const MOST_READ = 4 * 1024 * 1024;

const COLLECTED = '{"method":"Tracing.dataCollected","params":{"value":[';
const COMPLETE = '{"method":"Tracing.tracingComplete"';
/** A text in JSON that is the path of a file, on Unix or Windows. */
const HOST_PATH =
  /"(?:file:\/\/)?(?:\/(?:usr|tmp|home|root|var|etc|opt|proc|sys|dev|run|lib\w*|mnt|srv|snap|nix|private|Users|Applications|Library)\/|[A-Z]:\\\\)[^"]*"/g;
const HIDDEN = '"(a path of the host)"';
const SESSION = /"sessionId":"([^"]*)"\}$/;

/** What becomes of a command: it goes on, as it is now, or the client gets this text. */
type TraceRuling = { readonly command: CdpCommand } | { readonly answer: string } | undefined;

interface Trace {
  /** Events as Chromium wrote them, without the brackets of their lists. */
  readonly pieces: Buffer[];
  isCut: boolean;
}

/** A trace that ended, as the client reads it. */
interface TraceStream {
  readonly content: Buffer;
  at: number;
}

/**
 * Traces that a client wants as a stream. Chromium's own stream begins with what it knows of the host:
 * its command line, with paths, the processor, the system. So the events alone are asked for, and the
 * stream is made of them here. Paths of files in events are taken out, also where the client wants events.
 */
export class TraceStreams {
  readonly #running = new Map<string, Trace>();
  readonly #streams = new Map<string, TraceStream>();
  readonly #profile: string;
  #bytes = 0;
  #made = 0;

  /** @param folder where files of the connection are: in its browser's own folder */
  constructor(folder: string) {
    this.#profile = JSON.stringify(dirname(folder)).slice(1, -1);
  }

  /** Takes a command that is about streams of traces; undefined for all others. */
  command(command: CdpCommand): TraceRuling {
    if (command.method === "Tracing.start") return this.#start(command);
    if (command.method !== "IO.read" && command.method !== "IO.close") return undefined;
    const handle = command.params?.["handle"];
    const stream = typeof handle === "string" ? this.#streams.get(handle) : undefined;
    if (stream === undefined) return undefined;
    if (command.method === "IO.read") return { answer: this.#read(command, stream) };
    this.#streams.delete(String(handle));
    this.#bytes -= stream.content.length;
    return { answer: answerTo(command, {}) };
  }

  /**
   * Takes a message of the browser; gives what the client gets in its place: another text, or null
   * for nothing. Undefined for messages that are about no stream.
   */
  hear(message: Buffer): string | null | undefined {
    // The letters after "method":" tell most messages apart.
    if (message[11] !== 0x54 || message[12] !== 0x72) return undefined;
    const head = message.toString("latin1", 0, COLLECTED.length);
    if (head === COLLECTED) return this.#collect(this.#withoutPaths(message.toString()));
    return head.startsWith(COMPLETE) ? this.#complete(message.toString()) : undefined;
  }

  /** Events of some categories tell which files Chromium opens. */
  #withoutPaths(message: string): string {
    const text = message.replaceAll(HOST_PATH, HIDDEN);
    return this.#profile.length > 1 ? text.replaceAll(this.#profile, "") : text;
  }

  #start(command: CdpCommand): TraceRuling {
    const { params = {}, sessionId = "" } = command;
    const { transferMode, streamFormat, streamCompression, ...rest } = params;
    if (transferMode !== "ReturnAsStream") return undefined;
    const isPlain = streamFormat === undefined || streamFormat === "json";
    if (!isPlain || (streamCompression !== undefined && streamCompression !== "none")) {
      const why =
        "only uncompressed 'json' is allowed: the other formats reveal details of the host";
      return { answer: refusalAnswer(command, `'Tracing.start' is not allowed here: ${why}.`) };
    }
    this.#running.set(sessionId, { pieces: [], isCut: false });
    return { command: { ...command, params: { ...rest, transferMode: "ReportEvents" } } };
  }

  #collect(message: string): string | null {
    const trace = this.#running.get(sessionOf(message));
    if (trace === undefined) return message;
    const events = Buffer.from(message.slice(COLLECTED.length, message.lastIndexOf("]}")));
    if (events.length === 0) return null;
    if (this.#bytes + events.length > MOST_BYTES) trace.isCut = true;
    else {
      trace.pieces.push(events);
      this.#bytes += events.length;
    }
    return null;
  }

  #complete(message: string): string | undefined {
    const session = sessionOf(message);
    const trace = this.#running.get(session);
    if (trace === undefined) return undefined;
    this.#running.delete(session);
    this.#made += 1;
    const stream = `trace-${this.#made}`;
    const collected = trace.pieces.reduce((sum, { length }) => sum + length, 0);
    const content = contentOf(trace);
    this.#bytes += content.length - collected;
    this.#streams.set(stream, { content, at: 0 });
    const event = JSON.parse(message) as {
      readonly params?: { dataLossOccurred?: boolean };
    };
    const dataLossOccurred = trace.isCut || event.params?.dataLossOccurred === true;
    const params = { dataLossOccurred, stream, traceFormat: "json", streamCompression: "none" };
    return JSON.stringify({ ...event, params });
  }

  #read(command: CdpCommand, stream: TraceStream): string {
    const { offset, size } = command.params ?? {};
    if (offset !== undefined && offset !== stream.at) {
      return refusalAnswer(command, "A trace can only be read from its beginning to its end");
    }
    const wanted = typeof size === "number" && size >= 4 ? Math.min(size, MOST_READ) : MOST_READ;
    let end = Math.min(stream.content.length, stream.at + wanted);
    // No character is cut in two.
    while (((stream.content[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    const data = stream.content.toString("utf8", stream.at, end);
    stream.at = end;
    const eof = end === stream.content.length;
    return answerTo(command, { base64Encoded: false, data, eof });
  }
}

function contentOf({ pieces }: Trace): Buffer {
  const comma = Buffer.from(",");
  const between = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]));
  return Buffer.concat([Buffer.from('{"traceEvents":['), ...between, Buffer.from("]}")]);
}

/** The session stands last; without one the event is the browser's own. */
function sessionOf(message: string): string {
  return SESSION.exec(message.slice(-120))?.[1] ?? "";
}

function answerTo({ id, sessionId }: CdpCommand, result: object): string {
  return JSON.stringify({ id, result, sessionId });
}
