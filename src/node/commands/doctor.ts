import { parseArgs } from "node:util";
import type { Command } from "../command.ts";
import { examine, type Finding } from "../examine.ts";
import { exitCodes, paint, print, type Terminal } from "../terminal.ts";

const help = `Usage: dragline doctor [--json]

Says what Dragline finds on this machine and what is missing: Node, Chromium, PostgreSQL
(DATABASE_URL or 127.0.0.1:5432), Redis (REDIS_URL or 127.0.0.1:6379) and ffmpeg.

Only Node is needed. Exit codes: 0 all that is needed is here, 1 something needed is missing.
`;

/** `dragline doctor`: what is found and what is missing. */
export const doctor: Command = {
  help,
  async run(args, terminal) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: "boolean" } } });
    const findings = await examine(terminal.env, terminal.signal);
    const text = values.json
      ? JSON.stringify(findings, null, 2)
      : findings.map((finding) => line(terminal, finding)).join("\n");
    await print(terminal, `${text}\n`);
    const missing = findings.some(({ found, needed }) => needed && !found);
    return missing ? exitCodes.failed : exitCodes.ok;
  },
};

function line(terminal: Terminal, { name, found, detail }: Finding): string {
  const mark = found ? paint(terminal, "green", "found  ") : paint(terminal, "yellow", "missing");
  return `${mark}  ${name.padEnd(11)} ${detail}`;
}
