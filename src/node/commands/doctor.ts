import type { Command } from "../command.ts";
import type { Finding } from "../examine/finding.ts";
import type { Values } from "../help/flag.ts";
import { parseFlags } from "../help/parse-flags.ts";
import { doctorHelp } from "../help/tables/doctor.ts";
import { remotePlace, type RemotePlace } from "../remote/remote-place.ts";
import { hideKey } from "../terminal/hide-key.ts";
import { printableLine } from "../terminal/printable.ts";
import { wrapText } from "../terminal/wrap-text.ts";
import { exitCodes, paint, print, type Terminal } from "../terminal/terminal.ts";

/** Characters of what is found or missing. */
const LONGEST_DETAIL = 500;

/** `dragline doctor`: what is found and what is missing. */
export const doctor: Command = {
  async run(args, terminal) {
    const { values } = parseFlags(doctorHelp.flags, args, false);
    const place = remotePlace(doctorHelp, values);
    const findings = await (place === undefined ? find(values, terminal) : findAt(place, terminal));
    const text = values.json ? JSON.stringify(findings, null, 2) : listOf(findings, terminal);
    await print(terminal, hideKey(`${text}\n`, terminal.env));
    const missing = findings.some(({ found, needed }) => needed && !found);
    return missing ? exitCodes.failed : exitCodes.ok;
  },
};

async function find(
  { data: dataFolder, for: asked }: Values<typeof doctorHelp.flags>,
  { env, signal }: Terminal,
): Promise<Finding[]> {
  const place = { env, dataFolder };
  if (asked === undefined) return (await import("../examine/examine.ts")).examine(place, signal);
  const { examineFeatures } = await import("../examine/features.ts");
  return examineFeatures(asked, place, signal);
}

async function findAt(place: RemotePlace, terminal: Terminal): Promise<Finding[]> {
  const { examineService } = await import("../remote/doctor.ts");
  return await examineService(place, terminal);
}

function listOf(findings: readonly Finding[], terminal: Terminal): string {
  const parts = findings.filter(({ kind }) => kind === "part");
  const packages = findings.filter(({ kind }) => kind === "package");
  const lines = linesOf(parts, terminal);
  if (packages.length === 0) return lines.join("\n");
  const title = paint(terminal, "bold", "Optional packages");
  const heading = parts.length === 0 ? [] : ["", title];
  return [...lines, ...heading, ...linesOf(packages, terminal)].join("\n");
}

function linesOf(findings: readonly Finding[], terminal: Terminal): string[] {
  const widest = Math.max(11, ...findings.map(({ name }) => name.length));
  return findings.map((finding) => line(terminal, finding, widest));
}

function line(terminal: Terminal, finding: Finding, widest: number): string {
  const { name, found, needed, detail } = finding;
  const missing = needed ? paint(terminal, "red", "failed ") : paint(terminal, "yellow", "missing");
  const mark = found ? paint(terminal, "green", "found  ") : missing;
  // A model's server says what it likes.
  const text = printableLine(detail, LONGEST_DETAIL);
  const { isTTY = false, columns = 80 } = terminal.stdout;
  const indent = "found    ".length + widest + 1;
  // A pipe gets a line for each finding.
  const lines = isTTY ? wrapText(text, Math.max(20, columns - indent)) : [text];
  return `${mark}  ${name.padEnd(widest)} ${lines.join(`\n${" ".repeat(indent)}`)}`;
}
