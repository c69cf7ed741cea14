import {
  ClientError,
  createClient,
  isClientError,
  type Client,
  type ClientOptions,
  type RunName,
  type RunOutput,
} from "../../client/index.ts";
import { isDraglineError, systemClock } from "../../core/index.ts";
import { printableLine } from "../terminal/printable.ts";
import { LiveLine } from "../terminal/live-line.ts";
import { exitCodes, paint, say, UsageError, type Terminal } from "../terminal/terminal.ts";
import type { RemotePlace } from "./remote-place.ts";

/** Characters of a refusal that are shown. */
const LONGEST_LINE = 2000;

/**
 * Does work at a service, and says on stderr what the service refused.
 * @returns the work's exit code; 1 when the service refused, or could not be reached
 * @throws UsageError when the address cannot be used; what `work` throws
 */
export async function atService(
  place: RemotePlace,
  terminal: Terminal,
  work: (client: Client) => Promise<number>,
): Promise<number> {
  const env = { ...terminal.env, DRAGLINE_API_KEY: keyAt(place, terminal.env) };
  // Hides the key of the flag as well.
  const own = { ...terminal, env };
  const client = clientAt(place, { env, onRetry: retryTeller(own) });
  try {
    return await work(client);
  } catch (error) {
    const failure = terminal.signal.aborted ? undefined : serviceError(error, client);
    if (failure === undefined) throw error;
    sayRed(textOf(failure), own);
    return exitCodes.failed;
  }
}

/** Says that a call is sent again; once, where several wait for the same. */
function retryTeller(terminal: Terminal): NonNullable<ClientOptions["onRetry"]> {
  let said = "";
  let until = 0;
  return (error, pauseMs) => {
    const why = textOf(error);
    const now = systemClock.monotonic();
    if (why === said && now < until) return;
    [said, until] = [why, now + pauseMs];
    const text = `${why}; trying again in ${Math.ceil(pauseMs / 1000)} s`;
    say(terminal, paint(terminal, "dim", printableLine(text, LONGEST_LINE)));
  };
}

/**
 * An error that a service gave cause for; undefined for others. An answer without the members that it
 * should have makes a TypeError or a RangeError of the code that reads it.
 */
function serviceError(error: unknown, client: Client): ClientError | undefined {
  if (isClientError(error)) return error;
  const isShape = error instanceof TypeError || error instanceof RangeError;
  return isShape ? notUnderstood(client, error) : undefined;
}

/** Of an answer that is not one of this API. */
export function notUnderstood(client: Client, cause?: unknown): ClientError {
  const message = `${addressOf(client)} gives an answer that this version of dragline does not understand`;
  return new ClientError("UNEXPECTED_ANSWER", { message, cause });
}

/**
 * The id of something at a service, as it may stand in a command line that is shown.
 * @throws ClientError `UNEXPECTED_ANSWER`
 */
export function checkedId(id: string, client: Client): string {
  if (typeof id === "string" && /^[\w.:-]{1,200}$/.test(id)) return id;
  throw notUnderstood(client);
}

function textOf({ code, message, details: { serviceCode = code } }: ClientError): string {
  return `${message} (${serviceCode})`;
}

/** Says on stderr why a job failed. */
export function sayFailed({ error }: { readonly error: string | null }, terminal: Terminal): void {
  sayRed(error ?? "the job failed", terminal);
}

function sayRed(text: string, terminal: Terminal): void {
  say(terminal, `${paint(terminal, "red", "dragline:")} ${printableLine(text, LONGEST_LINE)}`);
}

/** How a client is made beside its address and key. */
interface Reaching extends Pick<ClientOptions, "attempts" | "onRetry"> {
  readonly env: Terminal["env"];
}

/**
 * The client of a service; its key is that of the flag, or else of the environment.
 * @throws UsageError when the address or the key cannot be used
 */
export function clientAt(place: RemotePlace, { env, ...more }: Reaching): Client {
  try {
    return createClient({ url: place.url, key: keyAt(place, env), ...more });
  } catch (error) {
    if (!isDraglineError(error)) throw error;
    const what = isClientError(error) ? "--remote" : "the API key";
    throw new UsageError(`${what} cannot be used: ${error.message}`, { cause: error });
  }
}

/** The API key of the flag, or else of the environment; undefined without one. */
export function keyAt({ key }: RemotePlace, env: Terminal["env"]): string | undefined {
  return key ?? env["DRAGLINE_API_KEY"]?.trim();
}

/** A job that was begun at a service. */
interface BegunJob<Name extends RunName> {
  /** The call that began it. */
  readonly call: Name;
  readonly id: string;
  /** What the job is, for a person: `crawl`. */
  readonly noun: string;
  /** How it goes now, when the service says more than its state. */
  readonly progress?: ((job: object) => string) | undefined;
}

/** Milliseconds that stopping a job may take. */
const STOP_MS = 5000;

/**
 * Waits for a job, and shows how it goes. When the user interrupts, the job is stopped.
 * @throws ClientError; the signal's reason
 */
export async function waitForJob<Name extends RunName>(
  client: Client,
  { call, id: given, noun, progress = stateOf }: BegunJob<Name>,
  terminal: Terminal,
): Promise<RunOutput<Name>> {
  const id = checkedId(given, client);
  let last: object = { status: "pending" };
  try {
    using _ = new LiveLine(() => printableLine(`${noun} ${id}: ${progress(last)}`, 200), {
      terminal,
    });
    return await client.wait(call, id, {
      signal: terminal.signal,
      onProgress: (job) => {
        last = job as object;
      },
    });
  } catch (error) {
    if (terminal.signal.aborted) await stopJob(client, { id, noun }, terminal);
    throw error;
  }
}

/** Stops a job after an interruption, and says so, or how to see it where it goes on. Never rejects. */
export async function stopJob(
  client: Client,
  { id, noun }: { readonly id: string; readonly noun: string },
  terminal: Terminal,
): Promise<void> {
  const dim = (text: string): void => say(terminal, paint(terminal, "dim", text));
  try {
    const { error } = await client.cancelJob({ id }, { signal: AbortSignal.timeout(STOP_MS) });
    dim(error === "cancelled" ? `the ${noun} was stopped` : `the ${noun} had ended`);
  } catch {
    const see = `dragline api getJob id=${id} --remote ${addressOf(client)}`;
    dim(`the ${noun} goes on at the service; see it: ${see}`);
  }
}

/** What `--remote` says of the service. */
export function addressOf({ base }: Pick<Client, "base">): string {
  return base.replace(/\/v1$/, "");
}

function stateOf(job: object): string {
  return String(Reflect.get(job, "status"));
}
