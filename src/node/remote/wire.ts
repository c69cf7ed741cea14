import {
  isClientError,
  type BuildRequest,
  type WireFile,
  type WireJob,
  type WireParameter,
  type WireTaskRequest,
} from "../../client/index.ts";
import { chunksOf } from "../../client/internal.ts";
import type { VerbValues } from "../help/parse-flags.ts";
import type { wireHelp } from "../help/tables/wire.ts";
import { readVariables } from "../input/read-variables.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, print, say, type Terminal } from "../terminal/terminal.ts";
import { identityNamed } from "../identity/list-identities.ts";
import { siteAndGoal } from "../wire/build-site.ts";
import { onlyName } from "../wire/only-name.ts";
import { readParams } from "../wire/read-params.ts";
import { tellResult } from "../wire/run-action.ts";
import { addressOf, atService, checkedId, waitForJob } from "./at-service.ts";
import { poll } from "./poll.ts";
import type { RemotePlace } from "./remote-place.ts";
import { wireApiOf } from "./wire-api.ts";
import { actionAt, findActionsAt, showEntryAt, type WireScope } from "./wire-catalog.ts";

/** A verb of `dragline wire` at a service. */
interface RemoteVerb {
  readonly verb: keyof typeof wireHelp.verbs;
  readonly names: readonly string[];
  readonly values: VerbValues<typeof wireHelp.verbs>;
}

/** `dragline wire --remote`: the actions of a service. */
export function wireAt(place: RemotePlace, call: RemoteVerb, terminal: Terminal): Promise<number> {
  return atService(place, terminal, async (client) => await runVerb({ client, terminal }, call));
}

async function runVerb(scope: WireScope, { verb, names, values }: RemoteVerb): Promise<number> {
  switch (verb) {
    case "search":
      return await findActionsAt(scope, names, values);
    case "show":
      return await showEntryAt(
        scope,
        onlyName(names, "the id of an action or the slug of a site"),
        values,
      );
    case "run":
      return await runAt(scope, onlyName(names, "the id of an action"), values);
    case "build":
      return await buildAt(scope, names, values);
    default:
      throw new Error(`'${verb}' takes no --remote`);
  }
}

async function runAt(
  scope: WireScope,
  id: string,
  { param = [], params: whole, identity, output: folder = "." }: RemoteVerb["values"],
): Promise<number> {
  const { client, terminal } = scope;
  const { signal } = terminal;
  const { action } = await actionAt(scope, id);
  const parameters = action.parameters.map((one) => ({ ...one, items: itemsOf(one) }));
  const params = readParams(param, whole, { info: { action_id: id, parameters } });
  const [slug] = id.split(".", 1);
  const api = wireApiOf(client, signal);
  const named = identity === undefined ? undefined : await identityNamed(api, identity, slug);
  const begun = await beginRun(scope, { action_id: id, params, identity_id: named?.id });
  const work = { call: "createWireTask", id: begun.job_id, noun: "run" } as const;
  const job = await waitForJob(client, work, terminal);
  const read = async ({ name }: WireFile): Promise<AsyncIterable<Uint8Array>> => {
    const answer = await client.downloadWireFile({ id: begun.job_id, file: name }, { signal });
    return chunksOf(answer, signal);
  };
  return await tellResult(resultOf(job), { folder, read: (file) => read(file.file) }, terminal);
}

/** Begins a run; says what an action needs that signs in. */
async function beginRun({ client, terminal }: WireScope, task: WireTaskRequest) {
  try {
    return await client.createWireTask(task, { signal: terminal.signal });
  } catch (error) {
    if (isClientError(error) && /^auth_required$/i.test(error.details.serviceCode ?? "")) {
      const list = `dragline identity list --remote ${addressOf(client)}`;
      say(terminal, `the action signs in: give --identity NAME; '${list}' lists them`);
    }
    throw error;
  }
}

/** A service does not tell what a list has; its examples show it. */
function itemsOf({ type, examples }: WireParameter): "string" | "number" {
  const first: unknown = type === "array" ? examples?.[0] : undefined;
  return Array.isArray(first) && typeof first[0] === "number" ? "number" : "string";
}

function resultOf({ status, data = null, files = [], error, execution_ms: ms = 0 }: WireJob) {
  if (status !== "completed") {
    const { code = "FAILED", message = "the run failed" } = error ?? {};
    return { status: "failed", error: { code, message } } as const;
  }
  const shown = files.map((file) => {
    return { file, name: file.name, contentType: file.content_type, sizeBytes: file.size_bytes };
  });
  return { status: "completed", data, files: shown, executionMs: ms } as const;
}

async function buildAt(
  { client, terminal }: WireScope,
  names: readonly string[],
  { secret = [] }: RemoteVerb["values"],
): Promise<number> {
  const { signal } = terminal;
  const { websiteUrl, goal } = siteAndGoal(names);
  const credential = readVariables("--secret", secret, terminal.env);
  const body = { website_url: websiteUrl, goal, ...(secret.length > 0 && { credential }) };
  const { build_request: begun } = await client.createBuildRequest(body, { signal });
  const at = `--remote ${addressOf(client)}`;
  const built = await ended({ client, terminal }, begun, at);
  const { status, action_id: id, catalog_slug: slug = "", skipped = [] } = built;
  if (status === "failed" || id === undefined) {
    const { error_type: type = "FAILED", error = "no action was made" } = built;
    const code = paint(terminal, "red", `${printableLine(type, 100)}:`);
    say(terminal, `${code} ${printable(error)}`);
    return exitCodes.failed;
  }
  await print(terminal, `${printable(id)}\n`);
  for (const each of skipped) say(terminal, `not made: ${printableLine(each, 400)}`);
  const site = printableLine(slug, 100);
  say(terminal, `The service keeps it; see the site's actions: dragline wire show ${site} ${at}`);
  return exitCodes.ok;
}

/** A build when it has ended. When the user interrupts, it goes on, and stderr says how to see it. */
async function ended(
  { client, terminal }: WireScope,
  { id: given, status }: BuildRequest,
  at: string,
): Promise<BuildRequest> {
  const id = checkedId(given, client);
  const { signal } = terminal;
  let state: string = status;
  using _ = new LiveLine(() => printableLine(`build ${id}: ${state}`, 200), { terminal });
  try {
    return await poll(async () => {
      const { build_request: build } = await client.getBuildRequest({ id }, { signal });
      state = build.status;
      return state === "pending" || state === "processing" ? undefined : build;
    }, signal);
  } catch (error) {
    if (signal.aborted) {
      const see = `dragline api getBuildRequest id=${id} ${at}`;
      say(terminal, paint(terminal, "dim", `the build goes on at the service; see it: ${see}`));
    }
    throw error;
  }
}
