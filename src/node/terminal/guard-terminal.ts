import { systemIds } from "../../core/index.ts";
import { safeText } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

type Output = Terminal["stdout"];

/**
 * The same surroundings, but that what is written to a terminal cannot command it, whatever pages,
 * files and servers said: only what {@link Terminal.ownCodes} made is still a command there. What goes
 * into a pipe or a file stays as it is.
 */
export function guardTerminal(terminal: Terminal): Terminal {
  // No page can know it, so none can write what looks like ours.
  const mark = `\ue000${systemIds.token(12)}`;
  const outputs = { stdout: terminal.stdout, stderr: terminal.stderr };
  return {
    ...terminal,
    stdout: guarded(outputs.stdout, mark),
    stderr: guarded(outputs.stderr, mark),
    ownCodes: (stream, codes) => (outputs[stream].isTTY === true ? marked(codes, mark) : codes),
  };
}

function marked(codes: string, mark: string): string {
  return codes.replaceAll("\u001b", `${mark}e`).replaceAll("\r", `${mark}r`);
}

function guarded(output: Output, mark: string): Output {
  if (output.isTTY !== true) return output;
  const made = (chunk: string | Uint8Array): string => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    return safeText(text).replaceAll(`${mark}e`, "\u001b").replaceAll(`${mark}r`, "\r");
  };
  const write = output.write.bind(output) as (...given: unknown[]) => boolean;
  const value = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
    write(made(chunk), ...rest);
  return Object.create(output, { write: { value } });
}
