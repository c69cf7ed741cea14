/** A message of the browser, read no further than it takes to know whose it is. */
export interface IncomingMessage {
  /** The session at its top level; undefined of the pipe's own. */
  readonly sessionId: string | undefined;
  /** A session that comes or goes, by `Target.attachedToTarget` and `Target.detachedFromTarget`. */
  readonly change: SessionChange | undefined;
  /** The message as it came. */
  readonly bytes: Buffer;
  /** The message without its session. Uses the bytes up: take one of both. */
  readonly stripped: () => Buffer;
}

/** What happened to which session. */
interface SessionChange {
  readonly kind: "attached" | "detached";
  readonly sessionId: string;
}

const METHODS = {
  attached: "Target.attachedToTarget",
  detached: "Target.detachedFromTarget",
} as const;

const ATTACHED = Buffer.from(`{"method":"${METHODS.attached}"`);
const DETACHED = Buffer.from(`{"method":"${METHODS.detached}"`);

/** Chromium's ids have 32 characters. */
const ID_LENGTH = 32;
const BEFORE_ID = Buffer.from(`,"sessionId":"`);
const AFTER_ID = Buffer.from(`"}`);
const TAIL = BEFORE_ID.length + ID_LENGTH + AFTER_ID.length;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7d;

/**
 * Reads whose a message is. Chromium writes the method first and the session last, so its ends tell;
 * one that has no session there is parsed.
 */
export function readIncoming(bytes: Buffer): IncomingMessage {
  const start = tailOf(bytes);
  if (start === undefined) return parsed(bytes);
  const from = start + BEFORE_ID.length;
  return {
    sessionId: bytes.toString("latin1", from, from + ID_LENGTH),
    change: changeAtStart(bytes),
    bytes,
    stripped() {
      bytes[start] = BRACE;
      return bytes.subarray(0, start + 1);
    },
  };
}

/** Where the last member begins, when it is a session of the top level: one below would end in `}}`. */
function tailOf(bytes: Buffer): number | undefined {
  const start = bytes.length - TAIL;
  if (start < 1 || !isAt(bytes, start, BEFORE_ID)) return undefined;
  if (!isAt(bytes, bytes.length - AFTER_ID.length, AFTER_ID)) return undefined;
  // In a text these quotes would be escaped.
  for (let at = start + BEFORE_ID.length; at < bytes.length - AFTER_ID.length; at += 1) {
    if (bytes[at] === QUOTE || bytes[at] === BACKSLASH) return undefined;
  }
  return start;
}

function isAt(bytes: Buffer, start: number, wanted: Buffer): boolean {
  return bytes.compare(wanted, 0, wanted.length, start, start + wanted.length) === 0;
}

function changeAtStart(bytes: Buffer): SessionChange | undefined {
  if (!isAt(bytes, 0, ATTACHED) && !isAt(bytes, 0, DETACHED)) return undefined;
  return changeOf(JSON.parse(bytes.toString()) as Members);
}

interface Members {
  readonly sessionId?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly sessionId?: unknown };
}

function changeOf({ method, params }: Members): SessionChange | undefined {
  const sessionId = params?.sessionId;
  if (typeof sessionId !== "string") return undefined;
  if (method === METHODS.attached) return { kind: "attached", sessionId };
  return method === METHODS.detached ? { kind: "detached", sessionId } : undefined;
}

function parsed(bytes: Buffer): IncomingMessage {
  const members = membersOf(bytes);
  const { sessionId, ...rest } = members;
  return {
    sessionId: typeof sessionId === "string" ? sessionId : undefined,
    change: changeOf(members),
    bytes,
    stripped: () => Buffer.from(JSON.stringify(rest)),
  };
}

function membersOf(bytes: Buffer): Members {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    // Nobody's message.
    return {};
  }
}
