import { printable } from "../terminal/printable.ts";
import { paint, type Terminal } from "../terminal/terminal.ts";
import type { Arrival } from "./arrival.ts";

/** Longest text of a body that is not JSON. */
const LONGEST_TEXT = 2000;

/** An arrival for people: a line of facts and the body under it. */
export function arrivalLines(arrival: Arrival, terminal: Terminal): string {
  const { at, verdict, event = "(no event)", deliveryId = "(no delivery id)" } = arrival;
  const refused = verdict !== "verified" && verdict !== "unverified";
  const style = refused ? "red" : verdict === "verified" ? "green" : "yellow";
  const facts = [
    new Date(at).toISOString(),
    paint(terminal, style, refused ? `refused (${verdict})` : verdict),
    printable(event),
    printable(deliveryId),
    `attempt ${arrival.attempt}`,
    `answered ${arrival.answered}`,
    `${arrival.body.length} bytes`,
  ];
  return `${facts.join("  ")}\n${bodyText(arrival.body)}\n`;
}

/** An arrival for programs: a line of JSON. */
export function arrivalJson({ at, body, ...facts }: Arrival): string {
  const receivedAt = new Date(at).toISOString();
  return `${JSON.stringify({ receivedAt, ...facts, bytes: body.length, body: meant(body) })}\n`;
}

function bodyText(body: Uint8Array): string {
  const text = meant(body);
  if (typeof text !== "string") return printable(JSON.stringify(text, null, 2));
  const cut = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)} …` : text;
  return printable(cut);
}

/** What the body is as JSON, else its text. */
function meant(body: Uint8Array): unknown {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("utf8");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
