import { parseArgs } from "node:util";
import { systemClock } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal.ts";
import type { Arrival } from "../webhooks/arrival.ts";
import { arrivalJson, arrivalLines } from "../webhooks/arrival-lines.ts";
import { DeliveryJudge } from "../webhooks/delivery-judge.ts";
import { listen } from "../webhooks/listen.ts";

const help = `Usage: dragline webhooks listen [OPTIONS]

Receives webhooks on this machine, verifies them and prints them: for development.

  --port N           where to listen (8787); 0 for any that is free
  --host HOST        the address to listen on (127.0.0.1)
  --secret S         what deliveries are signed with; may be repeated (WEBHOOK_SECRET)
  --prefix P         what the headers begin with (X-Service-)
  --fail N           answer the first N attempts of each delivery with 500, to see it come again
  --json             print a line of JSON for each delivery

Without a secret nothing is verified. What is rightly signed is answered 204, the rest 401.
Signatures of Standard Webhooks are accepted as well. Interrupt it (Ctrl-C) to end it.

Exit codes: 1 it cannot listen there, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  port: { type: "string" },
  host: { type: "string" },
  secret: { type: "string", multiple: true },
  prefix: { type: "string" },
  fail: { type: "string" },
  json: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parse>["values"];

/** `dragline webhooks listen`: a receiver that shows what comes. */
export const webhooks: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    if (positionals.length !== 1 || positionals[0] !== "listen") {
      throw new UsageError("expected 'listen'; try: dragline webhooks --help");
    }
    const { host = "127.0.0.1", json = false } = values;
    const place = { host, port: whole(values, "port", 65_535) ?? 8787 };
    const judge = judgeOf(values, terminal);
    const shown = json ? arrivalJson : arrivalLines;
    const listener = {
      place,
      judge,
      onListening: (url: string) => say(terminal, paint(terminal, "dim", `listening on ${url}`)),
      onArrival: (arrival: Arrival) => print(terminal, shown(arrival, terminal)),
    };
    await listen(listener, terminal.signal);
    return exitCodes.interrupted;
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

function judgeOf(values: Values, { env }: Terminal): DeliveryJudge {
  const { prefix: headerPrefix = "X-Service-", secret } = values;
  const kept = env["WEBHOOK_SECRET"];
  const secrets = secret ?? (kept === undefined || kept === "" ? [] : [kept]);
  const fail = whole(values, "fail", 999_999_999) ?? 0;
  return new DeliveryJudge({ secrets, headerPrefix, fail }, systemClock);
}

function whole(values: Values, flag: "port" | "fail", most: number): number | undefined {
  const text = values[flag];
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${flag} takes a whole number from 0 to ${most}; got '${text}'`);
}
