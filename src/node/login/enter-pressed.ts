import type { Readable } from "node:stream";

/**
 * Calls `run` when somebody presses Enter; the end of the input does not count.
 * @returns stops listening, so that the process may end
 */
export function onEnter(stdin: Readable, run: () => void): () => void {
  const onInput = (text: Buffer | string): void => {
    if (String(text).includes("\n")) run();
  };
  stdin.on("data", onInput);
  return () => {
    stdin.off("data", onInput);
    stdin.pause();
  };
}
