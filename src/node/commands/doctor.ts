import { parseArgs } from "node:util";
import type { Command } from "../command.ts";
import { examine } from "../examine.ts";
import type { Finding } from "../finding.ts";
import { hideKey } from "../hide-key.ts";
import { printableLine } from "../printable.ts";
import { exitCodes, paint, print, type Terminal } from "../terminal.ts";

const help = `Usage: dragline doctor [--data DIR] [--json]

Says what Dragline finds on this machine and what is missing: Node, Chromium, PostgreSQL, Redis,
ffmpeg, a language model, search providers and answer engines. Only Node is needed. What is
configured is tried out, but answer engines, whose every question costs:

  DATABASE_URL   PostgreSQL: logs in, and asks whether a schema may be made
  REDIS_URL      Redis: logs in, and asks whether jobs are safe from eviction
  SMTP_URL       a mail server: logs in (MAIL_FROM must be set too)
  S3_BUCKET      a bucket: writes, reads and deletes an object (S3_ENDPOINT, S3_REGION,
                 S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY)
  DRAGLINE_AI_URL  a language model: asks it for a tiny object (DRAGLINE_AI_MODEL,
                 DRAGLINE_AI_KEY)
  --data DIR     a folder for records and files: writes, reads and deletes both there

Exit codes: 0 what is needed and what is configured works, 1 something of it does not.
`;

/** Characters of what is found or missing. */
const LONGEST_DETAIL = 500;

/** `dragline doctor`: what is found and what is missing. */
export const doctor: Command = {
  help,
  async run(args, terminal) {
    const { values } = parseArgs({
      args: [...args],
      options: { json: { type: "boolean" }, data: { type: "string" } },
    });
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
