import {
  createClient,
  isClientError,
  type Client,
  type ClientError,
  type ClientOptions,
  type RunName,
  type RunOutput,
} from "../../client/index.ts";
import { isDraglineError } from "../../core/index.ts";
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
  const client = clientAt(place, {
    env: terminal.env,
    onRetry: (error, pauseMs) => {
      const text = `${textOf(error)}; trying again in ${Math.ceil(pauseMs / 1000)} s`;
      say(terminal, paint(terminal, "dim", printableLine(text, LONGEST_LINE)));
    },
  });
  try {
    return await work(client);
  } catch (error) {
    if (!isClientError(error)) throw error;
    sayRed(textOf(error), terminal);
    return exitCodes.failed;
  }
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
 * @throws UsageError when the address cannot be used
 */
export function clientAt(place: RemotePlace, { env, ...more }: Reaching): Client {
  try {
    return createClient({ url: place.url, key: keyAt(place, env), ...more });
  } catch (error) {
    if (!isDraglineError(error)) throw error;
    throw new UsageError(`--remote cannot be used: ${error.message}`, { cause: error });
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
  { call, id, noun, progress = stateOf }: BegunJob<Name>,
  terminal: Terminal,
): Promise<RunOutput<Name>> {
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
