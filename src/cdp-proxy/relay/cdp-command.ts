import { isTooComplex } from "./is-too-complex.ts";

/** A command of a client, its JSON read. */
export interface CdpCommand {
  readonly id: number;
  readonly method: string;
  readonly params?: CdpParams;
  readonly sessionId?: string;
}

/** What a command is given. */
export type CdpParams = Readonly<Record<string, unknown>>;

/** What was no command, and the answer to it. */
interface NoCommand {
  readonly answer: string;
}

const MEMBERS: ReadonlySet<string> = new Set(["id", "method", "params", "sessionId"]);

/** JSON-RPC 2.0, 5.1, as Chromium uses them. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

/** Reads a message as strictly as Chromium does; what it would refuse is answered here. */
export function readCommand(text: Buffer | string): CdpCommand | NoCommand {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  if (isTooComplex(bytes))
    return malformed(PARSE_ERROR, "Message holds too many or too deep values");
  let message: unknown;
  try {
    message = JSON.parse(String(text));
  } catch {
    return malformed(PARSE_ERROR, "Message must be valid JSON");
  }
  if (!isObject(message)) return malformed(INVALID_REQUEST, "Message must be an object");
  const { id, method, params, sessionId } = message;
  const problem = problemOf(message);
  if (problem !== undefined) return malformed(INVALID_REQUEST, problem, id);
  return {
    id: id as number,
    method: method as string,
    ...(isObject(params) && { params }),
    ...(typeof sessionId === "string" && { sessionId }),
  };
}

/** The answer of a command that was carried out and gives nothing. */
export function emptyAnswer({ id, sessionId }: CdpCommand): string {
  return JSON.stringify({ id, result: {}, sessionId });
}

/** The answer of a command that is not carried out. */
export function refusalAnswer({ id, sessionId }: CdpCommand, message: string): string {
  return JSON.stringify({ id, error: { code: SERVER_ERROR, message }, sessionId });
}

export function isObject(value: unknown): value is CdpParams {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function problemOf(message: CdpParams): string | undefined {
  const { id, method, params, sessionId } = message;
  if (!Number.isSafeInteger(id)) return "Message must have integer 'id' property";
  if (typeof method !== "string") return "Message must have string 'method' property";
  if (sessionId !== undefined && typeof sessionId !== "string") {
    return "Message may have string 'sessionId' property";
  }
  if (params !== undefined && params !== null && !isObject(params)) {
    return "Message may have object 'params' property";
  }
  const isStrange = Object.keys(message).some((name) => !MEMBERS.has(name));
  return isStrange
    ? "Message has property other than 'id', 'method', 'sessionId', 'params'"
    : undefined;
}

function malformed(code: number, message: string, id?: unknown): NoCommand {
  const error = { code, message };
  return { answer: JSON.stringify(Number.isSafeInteger(id) ? { id, error } : { error }) };
}
