import { systemClock } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { parseVerb, type VerbValues } from "../help/parse-flags.ts";
import { webhooksHelp } from "../help/tables/webhooks.ts";
import { remotePlace } from "../remote/remote-place.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import type { Arrival } from "../webhooks/arrival.ts";
import { arrivalJson, arrivalLines } from "../webhooks/arrival-lines.ts";
import { DeliveryJudge } from "../webhooks/delivery-judge.ts";
import { listen } from "../webhooks/listen.ts";

type Values = VerbValues<typeof webhooksHelp.verbs>;

/** `dragline webhooks listen`: a receiver that shows what comes. */
export const webhooks: Command = {
  async run(args, terminal) {
    const { verb, names, values } = parseVerb(webhooksHelp, args);
    if (names.length > 0) throw new UsageError("'listen' does not take a name");
    const place = remotePlace(webhooksHelp.verbs[verb], values);
    if (place !== undefined) {
      const { accountSecret } = await import("../remote/webhooks.ts");
      return await accountSecret(place, terminal, (secret) => {
        return receive({ ...values, secret: [secret] }, terminal);
      });
    }
    return await receive(values, terminal);
  },
};

async function receive(values: Values, terminal: Terminal): Promise<number> {
  const { host = "127.0.0.1", json = false } = values;
  const shown = json ? arrivalJson : arrivalLines;
  const listener = {
    place: { host, port: whole(values, "port", 65_535) ?? 8787 },
    judge: judgeOf(values, terminal),
    onListening: (url: string) => say(terminal, paint(terminal, "dim", `listening on ${url}`)),
    onArrival: (arrival: Arrival) => print(terminal, shown(arrival, terminal)),
  };
  await listen(listener, terminal.signal);
  return exitCodes.interrupted;
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
