import { parseArgs } from "node:util";
import { SchemaJudge } from "../../ai/index.ts";
import {
  openPageTools,
  runTask,
  Secrets,
  type AgentTask,
  type Reach,
  type TaskResult,
  type TaskStep,
} from "../../agent/index.ts";
import { createBrowser } from "../../browser/index.ts";
import { Disposer, systemClock } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { modelHelp, openModel } from "../open-model.ts";
import { printable, printableLine } from "../printable.ts";
import { readSchemaFile } from "../read-schema-file.ts";
import { readVariables } from "../read-variables.ts";
import { requestFlags, requestPart } from "../request-flags.ts";
import { exitCodes, paint, print, say, UsageError, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";

const help = `Usage: dragline agent "TASK" --url URL [OPTIONS]

A model does a task in a browser, step by step: each step is told on stderr, what was asked for goes to
stdout. It stays on the site it began on.

  --url URL          the page that it begins on
  --schema FILE      JSON Schema of what is asked for; text without
  --secret N=VAR     the environment's variable VAR, which the model knows as {{secret.N}} and never sees;
                     it is typed on the first origin that asks for it, and masked everywhere; may be repeated
  --site NAME        a host that it may go to as well; may be repeated
  --any-site         it may go anywhere
  --max-steps N      most steps (25)
  --timeout MS       milliseconds for all of it (300000)
  --json             print the whole result as JSON, with its steps
  --proxy URL        http, https or socks5 proxy, credentials in the URL
  --allow-host HOST  allow a private host, address or CIDR; may be repeated

Environment:
${modelHelp}

Exit codes: 0 done, 1 it could not be done, 2 wrong usage, 130 interrupted.
`;

const optionTypes = {
  url: { type: "string" },
  schema: { type: "string" },
  secret: { type: "string", multiple: true },
  site: { type: "string", multiple: true },
  "any-site": { type: "boolean" },
  "max-steps": { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean" },
  proxy: requestFlags.proxy,
  "allow-host": requestFlags["allow-host"],
} as const;

type Values = ReturnType<typeof parse>["values"];

/** `dragline agent`: a task that a model does in a browser. */
export const agent: Command = {
  help,
  async run(args, terminal) {
    const { values, positionals } = parse(args);
    const prompt = positionals.join(" ").trim();
    if (prompt === "") throw new UsageError("expected a task; try: dragline agent --help");
    const { url, schema: file, secret = [] } = values;
    if (url === undefined) throw new UsageError("--url says which page to begin on");
    if (!/^https?:\/\/[^/]/i.test(url) || URL.parse(url) === null) {
      throw new UsageError("--url takes an http or https URL");
    }
    const outputSchema = file === undefined ? undefined : await readSchemaFile(file);
    const secrets = new Secrets(readVariables("--secret", secret, terminal.env));
    const result = await runOn(url, { prompt, outputSchema, secrets }, { values, terminal });
    return await show(result, values, terminal);
  },
};

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

async function runOn(
  url: string,
  task: Pick<AgentTask, "prompt" | "outputSchema" | "secrets">,
  { values, terminal }: { readonly values: Values; readonly terminal: Terminal },
): Promise<TaskResult> {
  const [maxSteps, timeoutMs] = [wholeNumber(values, "max-steps"), wholeNumber(values, "timeout")];
  await using owned = new Disposer();
  const model = openModel(terminal.env, owned);
  if (model === undefined) throw new UsageError("a task needs a model: DRAGLINE_AI_URL");
  const { proxies, allow } = requestPart(values);
  const proxy = await proxies?.proxyFor({ url: new URL(url), country: "us", session: "agent" });
  const browser = owned.add(createBrowser({}, { allow }));
  const lease = owned.add(await browser.lease({ url, proxy, signal: terminal.signal }));
  const reach = reachOf(values);
  const work = owned.add(
    await openPageTools(lease.page, { start: url, reach, secrets: task.secrets }),
  );
  const signal = AbortSignal.any([terminal.signal, lease.signal]);
  const opening = await work.open(url, signal);
  const judge = new SchemaJudge(systemClock);
  const limits = {
    ...(maxSteps !== undefined && { maxSteps }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const onStep = (step: TaskStep): void => say(terminal, stepLine(step, terminal));
  const whole = { ...task, ...limits, tools: work.tools, opening, onStep };
  return await runTask({ model, judge }, whole, { signal });
}

function reachOf({ site = [], "any-site": any = false }: Values): Reach {
  if (any && site.length > 0) throw new UsageError("--any-site and --site exclude each other");
  if (any) return "any";
  return site.length === 0 ? "same-site" : { sites: site };
}

/** Characters of a step's line. */
const LONGEST_LINE = 200;

function stepLine({ tool, args, reasoning, outcome, isFailure }: TaskStep, terminal: Terminal) {
  const what = printableLine(`${tool} ${JSON.stringify(args)}`, LONGEST_LINE);
  const why = paint(terminal, "dim", printableLine(reasoning, LONGEST_LINE));
  const came = printableLine(outcome, LONGEST_LINE);
  return `${why}\n  ${what}\n  ${isFailure ? paint(terminal, "red", came) : came}`;
}

async function show(result: TaskResult, { json }: Values, terminal: Terminal): Promise<number> {
  if (json === true) await print(terminal, `${printable(JSON.stringify(result, null, 2))}\n`);
  if (!result.success) {
    const { failure = "gave-up", error = "" } = result;
    say(terminal, `${paint(terminal, "red", `${failure}:`)} ${printable(error)}`);
    return exitCodes.failed;
  }
  const { result: found } = result;
  const shown = typeof found === "string" ? found : JSON.stringify(found, null, 2);
  if (json !== true) await print(terminal, `${printable(shown)}\n`);
  const { iterations, steps, durationMs } = result;
  const spent = `${steps.length} steps, ${iterations} answers, ${durationMs} ms`;
  say(terminal, paint(terminal, "dim", spent));
  return exitCodes.ok;
}
