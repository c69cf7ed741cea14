import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { hideKey } from "./hide-key.ts";

/** Where a command reads its surroundings and writes its output; the process's own by default. */
export interface Terminal {
  /** Read only by commands that take it. */
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
  /**
   * Makes control codes of ours ones that may be written to a stream which lets no others through;
   * absent where every stream takes them as they are.
   */
  readonly ownCodes?: ((stream: "stdout" | "stderr", codes: string) => string) | undefined;
}

/** What a command ends with; also documented in `dragline --help`. */
export const exitCodes = Object.freeze({
  /** The work is done. */
  ok: 0,
  /** The work failed: the page could not be scraped, the file not written. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The user interrupted (128 + SIGINT). */
  interrupted: 130,
});

/** Stands for what is coloured. */
const TEXT = "text";

type Style = Parameters<typeof styleText>[0];

/** Colours a text. */
export type Paint = (style: Style, text: string) => string;

/** Colours `text` for stderr, when it is a terminal that wants colours (NO_COLOR, FORCE_COLOR obeyed). */
export function paint(terminal: Terminal, style: Style, text: string): string {
  return painter(terminal, "stderr")(style, text);
}

/** Colours texts for a stream, when it is a terminal that wants colours. */
export function painter(terminal: Terminal, stream: "stdout" | "stderr"): Paint {
  if (!hasColours(terminal, stream)) return (_, text) => text;
  return (style, text) => {
    // Around the text alone: it may be a stranger's.
    const [before = "", after = ""] = styleText(style, TEXT, { validateStream: false }).split(TEXT);
    return `${ownCodes(terminal, stream, before)}${text}${ownCodes(terminal, stream, after)}`;
  };
}

/** Control codes as they may be written there. */
export function ownCodes(terminal: Terminal, stream: "stdout" | "stderr", codes: string): string {
  return terminal.ownCodes?.(stream, codes) ?? codes;
}

/** Whether what is written there is to have colours. */
export function hasColours({ env, ...streams }: Terminal, stream: "stdout" | "stderr"): boolean {
  const force = env["FORCE_COLOR"];
  if (env["NO_COLOR"] || force === "0" || force === "false") return false;
  return force !== undefined || (streams[stream].isTTY === true && env["TERM"] !== "dumb");
}

/** Writes a line of progress or trouble to stderr. */
export function say(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${hideKey(line, terminal.env)}\n`);
}

/** Writes to stdout and waits until it is flushed. */
export function print(terminal: Terminal, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

/** The user interrupted where the terminal sends no signal for it. */
export class Interrupted extends Error {}
