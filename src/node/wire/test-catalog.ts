import { isWireError, testCases, type CaseResult } from "../../wire/index.ts";
import { countText } from "../count-text.ts";
import { printable } from "../printable.ts";
import { exitCodes, painter, print, say, type Terminal } from "../terminal.ts";

/**
 * Plays the cases of a folder and prints a line for each.
 * @returns the exit code: 1 when a case does not hold or a file is wrong
 */
export async function testCatalog(
  folder: string,
  { action }: { readonly action?: string | undefined },
  terminal: Terminal,
): Promise<number> {
  let results: readonly CaseResult[];
  try {
    results = await testCases(folder, { action, signal: terminal.signal });
  } catch (error) {
    if (!isWireError(error)) throw error;
    say(terminal, printable(error.message));
    return exitCodes.failed;
  }
  const failed = results.filter(({ ok }) => !ok).length;
  await print(terminal, results.map((result) => caseLine(result, terminal)).join(""));
  say(terminal, `${results.length - failed} of ${countText(results.length, "case")} hold`);
  return failed === 0 ? exitCodes.ok : exitCodes.failed;
}

function caseLine({ action, case: name, ok, problem }: CaseResult, terminal: Terminal): string {
  const paint = painter(terminal, "stdout");
  const mark = ok ? paint("green", "ok  ") : paint("red", "FAIL");
  const told = problem === undefined ? "" : `     ${printable(problem)}\n`;
  return `${mark} ${printable(action)}  ${printable(name)}\n${told}`;
}
