import type { Command } from "../command.ts";
import { examine } from "../examine/examine.ts";
import type { Finding } from "../examine/finding.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { doctorHelp } from "../help/tables/doctor.ts";
import { hideKey } from "../terminal/hide-key.ts";
import { printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, print, type Terminal } from "../terminal/terminal.ts";

/** Characters of what is found or missing. */
const LONGEST_DETAIL = 500;

/** `dragline doctor`: what is found and what is missing. */
export const doctor: Command = {
  async run(args, terminal) {
    const { values } = parseFlags(doctorHelp.flags, args, false);
    const place = { env: terminal.env, dataFolder: values.data };
    const findings = await examine(place, terminal.signal);
    const text = values.json
      ? JSON.stringify(findings, null, 2)
      : findings.map((finding) => line(terminal, finding)).join("\n");
    await print(terminal, hideKey(`${text}\n`, terminal.env));
    const missing = findings.some(({ found, needed }) => needed && !found);
    return missing ? exitCodes.failed : exitCodes.ok;
  },
};

function line(terminal: Terminal, { name, found, needed, detail }: Finding): string {
  const missing = needed ? paint(terminal, "red", "failed ") : paint(terminal, "yellow", "missing");
  const mark = found ? paint(terminal, "green", "found  ") : missing;
  // A model's server says what it likes.
  return `${mark}  ${name.padEnd(11)} ${printableLine(detail, LONGEST_DETAIL)}`;
}
