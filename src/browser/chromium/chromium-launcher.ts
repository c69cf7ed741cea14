import {
  checkCollaborators,
  deadline,
  systemClock,
  systemIds,
  type Clock,
  type Deadline,
  type Ids,
  unlessAborted,
} from "../../core/index.ts";
import { isBrowserError, type BrowserError } from "../browser-error.ts";
import type { BrowserDriver, DriverBrowser } from "../driver.ts";
import type { BrowserLauncher, RunningBrowser } from "../launcher.ts";
import { ChromiumChild } from "./chromium-child.ts";
import { chromiumEnvironment } from "./chromium-environment.ts";
import { findChromium, isExecutable } from "./find-chromium.ts";
import { browserMissing, launchFailed } from "./launch-failure.ts";
import {
  chromiumSettings,
  type ChromiumOptions,
  type ChromiumSettings,
} from "./chromium-options.ts";
import { createProfile, type ProfileFolder } from "./profile-folder.ts";
import { puppeteerDriver } from "./puppeteer-driver.ts";
import { RunningChromium } from "./running-chromium.ts";
import { sweepProfiles } from "./sweep-profiles.ts";
import { chromiumSwitches } from "./switches.ts";

export type { ChromiumOptions } from "./chromium-options.ts";

/** What a launcher works with; each is borrowed. */
export interface ChromiumLauncherCollaborators {
  /** Speaks CDP; by default puppeteer-core or puppeteer, whichever is installed. */
  readonly driver?: BrowserDriver | undefined;
  readonly clock?: Clock | undefined;
  readonly ids?: Ids | undefined;
}

/**
 * Makes a launcher of Chromium on this machine. Each browser has an empty profile of its own below
 * the system's folder for temporary files, is driven through a pipe, and ends with this process,
 * however that ends. Before a launch, profiles that killed processes have left are removed.
 * @throws CoreError `INVALID_OPTION`
 */
export function createChromiumLauncher(
  collaborators: ChromiumLauncherCollaborators = {},
  options?: ChromiumOptions,
): BrowserLauncher {
  const settings = chromiumSettings(options);
  checkCollaborators(collaborators, settings);
  const { driver = puppeteerDriver, clock = systemClock, ids = systemIds } = collaborators;
  const launcher = new ChromiumLauncher({ driver, clock, ids }, settings);
  return Object.freeze({ launch: (signal: AbortSignal) => launcher.launch(signal) });
}

/** Milliseconds between the end of a program's pipe and its own. */
const END_AFTER_PIPE = 200;

interface LauncherParts {
  readonly driver: BrowserDriver;
  readonly clock: Clock;
  readonly ids: Ids;
}

class ChromiumLauncher implements BrowserLauncher {
  readonly #parts: LauncherParts;
  readonly #settings: ChromiumSettings;

  constructor(parts: LauncherParts, settings: ChromiumSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  async launch(signal: AbortSignal): Promise<RunningBrowser> {
    signal.throwIfAborted();
    const path = await this.#executable();
    await sweepProfiles(this.#parts.clock);
    signal.throwIfAborted();
    const profile = await createProfile(this.#parts.ids).catch((cause: unknown) => {
      throw launchFailed({ path, reason: wordsOf(cause), output: "", cause });
    });
    try {
      return await this.#start(path, profile, signal);
    } catch (error) {
      // What cannot be removed now, the next sweep removes; the failure of the launch says more.
      await profile.remove().catch(() => {});
      signal.throwIfAborted();
      throw error;
    }
  }

  async #executable(): Promise<string> {
    const { executablePath: named } = this.#settings;
    const path = named === "" ? await findChromium(process.env) : named;
    if (path !== undefined && (await isExecutable(path))) return path;
    throw browserMissing(named, process.env);
  }

  async #start(path: string, profile: ProfileFolder, signal: AbortSignal): Promise<RunningBrowser> {
    const { clock } = this.#parts;
    const { launchTimeoutMs, closeTimeoutMs } = this.#settings;
    using limit = deadline(clock, launchTimeoutMs, signal);
    const child = this.#spawn(path, profile);
    try {
      const driver = await this.#connect(child, limit.signal);
      signal.throwIfAborted();
      return new RunningChromium({ child, driver, profile, clock, closeTimeoutMs });
    } catch (error) {
      const reason = limit.signal.aborted ? undefined : await this.#ownEnd(child);
      child.kill();
      await child.ended;
      if (signal.aborted || isBrowserError(error)) throw error;
      throw failureOf({ path, limit, output: child.output, reason, error });
    }
  }

  /** A program that ends closes its pipe first, but how it ended says more. */
  async #ownEnd(child: ChromiumChild): Promise<string | undefined> {
    using limit = deadline(this.#parts.clock, END_AFTER_PIPE);
    return await unlessAborted(child.ended, limit.signal).catch(() => undefined);
  }

  #spawn(path: string, profile: ProfileFolder): ChromiumChild {
    const { switches: extra, ...choices } = this.#settings;
    const switches = chromiumSwitches({ ...choices, platform: process.platform, extra });
    const command = {
      path,
      switches: [...switches, `--user-data-dir=${profile.userDataDir}`],
      environment: chromiumEnvironment(process.env, profile),
      atExit: () => profile.removeNow(),
    };
    try {
      return new ChromiumChild(command, { console: this.#settings.console });
    } catch (cause) {
      throw launchFailed({ path, reason: wordsOf(cause), output: "", cause });
    }
  }

  /** The driver does not see a browser that ends before it listens, so that ends the wait here. */
  async #connect(child: ChromiumChild, signal: AbortSignal): Promise<DriverBrowser> {
    const gone = new AbortController();
    void child.ended.then((reason) => gone.abort(new Error(reason)));
    return await this.#parts.driver.connect(
      child.transport,
      AbortSignal.any([signal, gone.signal]),
    );
  }
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
