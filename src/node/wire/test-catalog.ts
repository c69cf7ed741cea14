import { isWireError, testCases, testDrift, type CaseResult } from "../../wire/index.ts";
import { countText } from "../terminal/count-text.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, painter, print, say, type Terminal } from "../terminal/terminal.ts";

/**
 * Plays the cases of a folder and prints a line for each; with `drift` also one for each change of a good
 * case's answers that its recipe does not notice.
 * @returns the exit code: 1 when a case does not hold or a file is wrong
 */
export async function testCatalog(
  folder: string,
  { action, drift }: { readonly action?: string | undefined; readonly drift?: boolean | undefined },
  terminal: Terminal,
): Promise<number> {
  let results: readonly CaseResult[];
  try {
    const call = { action, signal: terminal.signal };
    results = await testCases(folder, call);
    if (drift === true) results = [...results, ...(await unnoticed(folder, call))];
  } catch (error) {
    if (!isWireError(error)) throw error;
    say(terminal, printable(error.message));
    return exitCodes.failed;
  }
  const failed = results.filter(({ ok }) => !ok).length;
  await print(terminal, results.map((result) => caseLine(result, terminal)).join(""));
  say(terminal, `${results.length - failed} of ${countText(results.length, "case")} passed`);
  return failed === 0 ? exitCodes.ok : exitCodes.failed;
}

/** The changes that a recipe does not notice, as cases that do not hold. */
async function unnoticed(
  folder: string,
  call: { readonly action: string | undefined; readonly signal: AbortSignal },
): Promise<CaseResult[]> {
  const results = await testDrift(folder, call);
  return results
    .filter(({ problem }) => problem !== undefined)
    .map(({ change, ...result }) => ({ ...result, case: `${result.case}, ${change}`, ok: false }));
}

function caseLine({ action, case: name, ok, problem }: CaseResult, terminal: Terminal): string {
  const paint = painter(terminal, "stdout");
  const mark = ok ? paint("green", "ok  ") : paint("red", "FAIL");
  const told = problem === undefined ? "" : `     ${printable(problem)}\n`;
  return `${mark} ${printable(action)}  ${printable(name)}\n${told}`;
}
