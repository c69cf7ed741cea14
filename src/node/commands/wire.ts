import { parseArgs } from "node:util";
import { isWireError, testCases, type CaseResult } from "../../wire/index.ts";
import type { Command } from "../command.ts";
import { exitCodes, painter, print, say, UsageError, type Terminal } from "../terminal.ts";

const help = `Usage: dragline wire test FOLDER [--action ID]

  test      plays the recorded cases of a catalog's folder, or of one site's, without the network:
            requests, data, files and errors must be as each case has them

  --action ID    only the cases of this action

A line for each case, and below one that fails what was not as expected. Every action needs a good,
an empty and a failure case; one that writes needs no empty one. Errors in the files are told as
FILE:LINE:COLUMN: what to do.

Exit codes: 0 all cases hold, 1 some do not or a file is wrong, 2 wrong usage, 130 interrupted.
`;

const optionTypes = { action: { type: "string" } } as const;

/** `dragline wire`: actions on websites, for their authors. */
export const wire: Command = {
  help,
  async run(args, terminal) {
    const options = { args: [...args], options: optionTypes, allowPositionals: true } as const;
    const { values, positionals } = parseArgs(options);
    const [verb, folder, ...rest] = positionals;
    if (verb !== "test" || folder === undefined || rest.length > 0) {
      throw new UsageError("expected: test FOLDER; try: dragline wire --help");
    }
    const results = await read(folder, values.action, terminal);
    if (results === undefined) return exitCodes.failed;
    const failed = results.filter(({ ok }) => !ok).length;
    await print(terminal, results.map((result) => caseLine(result, terminal)).join(""));
    say(terminal, `${results.length - failed} of ${results.length} cases hold`);
    return failed === 0 ? exitCodes.ok : exitCodes.failed;
  },
};

/** Undefined when files are wrong, which was said. */
async function read(
  folder: string,
  action: string | undefined,
  terminal: Terminal,
): Promise<CaseResult[] | undefined> {
  try {
    return await testCases(folder, { action, signal: terminal.signal });
  } catch (error) {
    if (!isWireError(error, "INVALID_RECIPE")) throw error;
    say(terminal, error.message);
    return undefined;
  }
}

function caseLine({ action, case: name, ok, problem }: CaseResult, terminal: Terminal): string {
  const paint = painter(terminal, "stdout");
  const mark = ok ? paint("green", "ok  ") : paint("red", "FAIL");
  return `${mark} ${action}  ${name}\n${problem === undefined ? "" : `     ${problem}\n`}`;
}
