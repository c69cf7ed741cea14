/** How much a line of the log matters. */
type LogLevel = "info" | "warn" | "error";

/** A line of the log; what is undefined is left out. */
export interface LogEntry {
  readonly level: LogLevel;
  /** What happened: `request`, `job`, `delivery`, `failure`, `catalog`, `listening`, `stopping`,
   * `stopped`. */
  readonly event: string;
  readonly [name: string]: string | number | null | undefined;
}

/** One line of JSON. */
export function jsonLine(entry: LogEntry, now: number): string {
  return `${JSON.stringify({ time: new Date(now).toISOString(), ...entry })}\n`;
}

/** One line for people. */
export function textLine({ level, event, ...rest }: LogEntry, now: number): string {
  const time = new Date(now).toISOString().slice(11, 19);
  const members = Object.entries(rest)
    .filter(([name, value]) => name !== "stack" && String(value ?? "") !== "")
    .map(([name, value]) => `${name}=${shown(String(value))}`);
  return `${[time, level.padEnd(5), event, ...members].join(" ")}\n`;
}

/** Nothing that could look like another line or move the cursor. */
function shown(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : JSON.stringify(text);
}
