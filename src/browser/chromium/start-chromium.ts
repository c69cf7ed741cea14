import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  checkSignal,
  deadline,
  unlessAborted,
  type Clock,
  type Deadline,
  type Ids,
} from "../../core/index.ts";
import { isBrowserError, type BrowserError } from "../browser-error.ts";
import { ChromiumChild, type Closable } from "./chromium-child.ts";
import { chromiumEnvironment } from "./chromium-environment.ts";
import type { ChromiumSettings } from "./chromium-options.ts";
import { findChromium, isExecutable } from "./find-chromium.ts";
import { browserMissing, launchFailed } from "./launch-failure.ts";
import type { PipeEnds } from "./pipe-transport.ts";
import { createProfile, type ProfileFolder } from "./profile-folder.ts";
import { sweepProfiles } from "./sweep-profiles.ts";
import { chromiumSwitches } from "./switches.ts";

/** What a Chromium is started for, and by what it is driven. */
interface ChromiumStart<Transport extends Closable, Driver> {
  readonly settings: ChromiumSettings;
  readonly clock: Clock;
  readonly ids: Ids;
  /** More of the environment; none when absent. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Puts into the profile what Chromium shall find there. */
  readonly prepare?: (profile: ProfileFolder) => Promise<void>;
  /** Takes over the pipe. */
  readonly open: (ends: PipeEnds) => Transport;
  /** Resolves when Chromium answers. The signal aborts when it ends, too. */
  readonly connect: (
    transport: Transport,
    signal: AbortSignal,
    profile: ProfileFolder,
  ) => Promise<Driver>;
}

/** A Chromium that answers, with what belongs to it. */
interface StartedChromium<Transport extends Closable, Driver> {
  readonly child: ChromiumChild<Transport>;
  readonly profile: ProfileFolder;
  readonly driver: Driver;
}

/** Milliseconds between the end of a program's pipe and its own. */
const END_AFTER_PIPE = 200;

/**
 * Starts Chromium with an empty profile of its own. Before, profiles that killed processes have
 * left are removed.
 * @throws BrowserError `BROWSER_MISSING`, `LAUNCH_FAILED`; what `connect` throws of this room; the
 *   signal's reason. Then nothing of the browser is left.
 */
export async function startChromium<Transport extends Closable, Driver>(
  start: ChromiumStart<Transport, Driver>,
  signal: AbortSignal,
): Promise<StartedChromium<Transport, Driver>> {
  checkSignal("launch(signal)", signal);
  const path = await executable(start.settings);
  await sweepProfiles(start.clock);
  signal.throwIfAborted();
  const unprepared = (cause: unknown): never => {
    throw launchFailed({ path, reason: wordsOf(cause), output: "", cause });
  };
  const profile = await createProfile(start.ids).catch(unprepared);
  try {
    if (!start.settings.httpLogin) await leaveLogins(profile).catch(unprepared);
    await start.prepare?.(profile);
    return { ...(await run(start, { path, profile, signal })), profile };
  } catch (error) {
    // What cannot be removed now, the next sweep removes; the failure of the launch says more.
    await profile.remove().catch(() => {});
    signal.throwIfAborted();
    throw error;
  }
}

/**
 * Has Chromium answer no challenge of HTTP, by its preference of the schemes that it knows: there is
 * no switch for it. Empty it would be as if it were not there.
 */
async function leaveLogins({ userDataDir }: ProfileFolder): Promise<void> {
  const preferences = { auth: { schemes: "none" } };
  await writeFile(join(userDataDir, "Local State"), JSON.stringify(preferences));
}

async function executable({ executablePath: named, engine }: ChromiumSettings): Promise<string> {
  const path = named === "" ? await findChromium(process.env, engine) : named;
  if (path !== undefined && (await isExecutable(path))) return path;
  throw browserMissing(named, process.env, engine);
}

interface Run {
  readonly path: string;
  readonly profile: ProfileFolder;
  readonly signal: AbortSignal;
}

async function run<Transport extends Closable, Driver>(
  start: ChromiumStart<Transport, Driver>,
  { path, profile, signal }: Run,
): Promise<Omit<StartedChromium<Transport, Driver>, "profile">> {
  const { clock, settings } = start;
  using limit = deadline(clock, settings.launchTimeoutMs, signal);
  const child = spawnChild(start, path, profile);
  try {
    const driver = await connect(start, { child, profile }, limit.signal);
    signal.throwIfAborted();
    return { child, driver };
  } catch (error) {
    const reason = limit.signal.aborted ? undefined : await ownEnd(child, clock);
    child.kill();
    await child.ended;
    if (signal.aborted || isBrowserError(error)) throw error;
    throw failureOf({ path, limit, output: child.output, reason, error });
  }
}

function spawnChild<Transport extends Closable, Driver>(
  { settings, environment, open }: ChromiumStart<Transport, Driver>,
  path: string,
  profile: ProfileFolder,
): ChromiumChild<Transport> {
  const { switches: extra, ...choices } = settings;
  const switches = chromiumSwitches({ ...choices, platform: process.platform, extra });
  const command = {
    path,
    switches: [...switches, `--user-data-dir=${profile.userDataDir}`],
    environment: { ...chromiumEnvironment(process.env, profile, settings), ...environment },
    atExit: () => profile.removeNow(),
  };
  try {
    return new ChromiumChild(command, open);
  } catch (cause) {
    throw launchFailed({ path, reason: wordsOf(cause), output: "", cause });
  }
}

/** The driver does not see a browser that ends before it listens, so that ends the wait here. */
async function connect<Transport extends Closable, Driver>(
  start: ChromiumStart<Transport, Driver>,
  { child, profile }: { readonly child: ChromiumChild<Transport>; readonly profile: ProfileFolder },
  signal: AbortSignal,
): Promise<Driver> {
  const gone = new AbortController();
  void child.ended.then((reason) => gone.abort(new Error(reason)));
  const either = AbortSignal.any([signal, gone.signal]);
  return await start.connect(child.transport, either, profile);
}

/** A program that ends closes its pipe first, but how it ended says more. */
async function ownEnd(child: ChromiumChild, clock: Clock): Promise<string | undefined> {
  using limit = deadline(clock, END_AFTER_PIPE);
  return await unlessAborted(child.ended, limit.signal).catch(() => undefined);
}

interface FailedStart {
  readonly path: string;
  readonly limit: Deadline;
  readonly output: string;
  /** How the program ended, if it did so by itself. */
  readonly reason: string | undefined;
  readonly error: unknown;
}

function failureOf({ path, limit, output, reason, error }: FailedStart): BrowserError {
  if (limit.expired) {
    const late = `it did not answer within ${limit.ms} ms`;
    return launchFailed({ path, reason: late, output, ms: limit.ms, cause: error });
  }
  return launchFailed({ path, reason: reason ?? wordsOf(error), output, cause: error });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
