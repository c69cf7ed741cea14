import type { WebhookEvent } from "./event.ts";
import { isPlain, judgeJson } from "./judge-json.ts";
import { WebhookError } from "../webhook-error.ts";

/** Bytes of a body that inlines what may be left out (interface, parts 6 and 8: 256 KB). */
const MOST_INLINE = 262_144;

/** Bytes of any body. */
const MOST_BYTES = 1_048_576;

/** What an envelope says of its event besides type and content. */
interface EnvelopeStamp {
  /** `evt_…` */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What stands around the members of the data, and which of them may be left out. */
interface Frame {
  readonly open: string;
  readonly close: string;
  /** Name of the member that may be left out. */
  readonly large: string;
  /** What stands in its place then. */
  readonly instead: string;
  /** Name of the member that says so. */
  readonly mark: string;
}

type Content = Readonly<Record<string, unknown>>;

/**
 * The body of an event as every attempt sends it: `{"id","type","createdAt","data"}` in this order,
 * or of a flat event its data with `type` in front. In a body above 262,144 bytes `data.result` is
 * left out (`data.resultOmitted` is `size`), and the `diff` of a flat one is emptied (`diffOmitted`
 * is `size`); what is left out is looked at no further than to know that it is too long. A body that
 * is longer even so is sent as it is, up to 1,048,576 bytes. Members that are undefined are left
 * out, a `type` in flat data gives way to the event's, and lone surrogates are escaped.
 * @throws WebhookError `INVALID_EVENT` when the data is not a plain object of JSON at most 512
 * levels deep, or the body is too long
 */
export function envelope(
  { type, data, flat = false }: Pick<WebhookEvent, "type" | "data" | "flat">,
  stamp: EnvelopeStamp,
): Uint8Array {
  const frame = flat ? flatFrame(type) : envelopeFrame(type, stamp);
  const content = contentOf(data, flat);
  const { [frame.large]: large, ...rest } = content;
  if (!isWithin(rest, MOST_BYTES)) throw tooLong();
  if (isWithin({ [frame.large]: large }, MOST_INLINE)) {
    const whole = encoded(frame, membersOf(content));
    if (whole.length <= MOST_INLINE) return whole;
  }
  const least = encoded(frame, large === undefined ? membersOf(content) : without(content, frame));
  if (least.length > MOST_BYTES) throw tooLong();
  return least;
}

function envelopeFrame(type: string, { id, createdAt }: EnvelopeStamp): Frame {
  const [name, kind, time] = [id, type, new Date(createdAt).toISOString()].map(textOf);
  return {
    open: `{"id":${name},"type":${kind},"createdAt":${time},"data":{`,
    close: "}}",
    large: "result",
    instead: `"resultOmitted":"size"`,
    mark: "resultOmitted",
  };
}

function flatFrame(type: string): Frame {
  return {
    open: `{"type":${textOf(type)}`,
    close: "}",
    large: "diff",
    instead: `"diff":{"before":{},"after":{}},"diffOmitted":"size"`,
    mark: "diffOmitted",
  };
}

/** The members that are to be in the body. */
function contentOf(data: unknown, flat: boolean): Content {
  if (typeof data !== "object" || data === null || Array.isArray(data) || !isPlain(data)) {
    throw invalid("The data of an event must be a plain object.");
  }
  // As own members, whatever their names: assignment would take `__proto__` for the prototype.
  const members = Object.entries(data).filter(([name]) => !(flat && name === "type"));
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Whether the text of the members may be no longer than `most`, which only writing them tells. */
function isWithin(members: Content, most: number): boolean {
  const verdict = judgeJson(members, most);
  if (verdict.is !== "flawed") return verdict.is === "fine";
  throw invalid(`The data of an event must be JSON; got ${verdict.found} at ${verdict.path}.`);
}

function membersOf(content: Content): string[] {
  return Object.entries(content).map(([name, value]) => `${textOf(name)}:${textOf(value)}`);
}

function without(content: Content, { large, instead, mark }: Frame): string[] {
  return Object.entries(content).flatMap(([name, value]) => {
    if (name === large) return [instead];
    return name === mark ? [] : [`${textOf(name)}:${textOf(value)}`];
  });
}

/** Joined by hand, as objects put names that are whole numbers before all others. */
function encoded({ open, close }: Frame, members: readonly string[]): Uint8Array {
  const between = open.endsWith("{") || members.length === 0 ? "" : ",";
  return new TextEncoder().encode(`${open}${between}${members.join(",")}${close}`);
}

function textOf(value: unknown): string {
  return JSON.stringify(value);
}

function tooLong(): WebhookError {
  return invalid(`The body of an event must be at most ${MOST_BYTES} bytes; this one is larger.`);
}

function invalid(message: string): WebhookError {
  return new WebhookError("INVALID_EVENT", { message, details: { field: "data" } });
}
