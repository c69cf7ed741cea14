import {
  checkArgument,
  checkNumber,
  deadline,
  systemClock,
  systemIds,
  withDefaults,
} from "../../core/index.ts";
import { MemoryBlobs } from "../../storage/memory/index.ts";
import type { Action } from "../format/action.ts";
import type { RunnerParts } from "./open-run.ts";
import { Paces, type Pace } from "./pace.ts";
import type { Site } from "../format/action-schema.ts";
import type { LoginRecipe } from "../format/login-schema.ts";
import type { LoginCall, LoginResult } from "./login.ts";
import { checkParams, type Params } from "./params.ts";
import { runAction } from "./run-action.ts";
import { RunFault } from "./run-fault.ts";
import { runLogin } from "./run-login.ts";
import { runLimits } from "./run-limits.ts";
import type { RunCall, RunFailure, Runner, RunnerCollaborators, RunResult } from "./runner.ts";

/** For a whole login, in milliseconds, when the caller says nothing. */
const loginTimeoutMs = 90_000;

/** Settings of a runner. */
export interface RunnerOptions {
  /**
   * Requests to one host in so many milliseconds, all runs together, in place of what the sites say;
   * false for a host's own servers: no pace. Undefined: as the sites say, else 5 a second.
   * @default undefined
   */
  readonly pace?: Pace | false | undefined;
}

const defaults: { readonly pace: RunnerOptions["pace"] } = Object.freeze({ pace: undefined });

/**
 * Makes a runner of actions. Its runs share the pace of requests to each host, and nothing else.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * const runner = createRunner({ fetcher: createFetcher() });
 * const result = await runner.run(action, { params: { query: "typescript" } });
 */
export function createRunner(collaborators: RunnerCollaborators, options?: RunnerOptions): Runner {
  const { pace } = withDefaults(defaults, options);
  if (pace !== undefined && pace !== false) {
    checkNumber("pace.requests", pace.requests, { min: 1 });
    checkNumber("pace.perMs", pace.perMs, { min: 1 });
  }
  checkArgument("collaborators of createRunner({ fetcher })", collaborators, "object");
  const { fetcher, browser, clock = systemClock, ids = systemIds } = collaborators;
  const blobs = collaborators.blobs ?? new MemoryBlobs({ clock, ids });
  const shared: RunnerParts = { fetcher, browser, blobs, clock, paces: new Paces(clock), pace };
  const newKey = (): string => `wire/${ids.token(16)}`;
  return {
    check: (action, params) => {
      checkArgument("info of action, in check(action, params),", action?.info, "object");
      return faultOf(() => checkParams(action.info.parameters, params));
    },
    run: async (action, call = {}) => {
      checkArgument("info of action, in run(action, call),", action?.info, "object");
      checkArgument("call of run(action, call)", call, "object");
      call.signal?.throwIfAborted();
      let params: Params = {};
      const fault = faultOf(() => {
        params = checkParams(action.info.parameters, call.params ?? {});
      });
      if (fault !== undefined) return refused(fault, call);
      return runChecked(shared, { action, params, call, newKey });
    },
    checkLogin: (site, params) => {
      checkArgument("site of checkLogin(site, params)", site, "object");
      return site.login === undefined
        ? undefined
        : faultOf(() => checkParams(site.login_input, params));
    },
    logIn: async (site, call) => {
      checkArgument("site of logIn(site, { params })", site, "object");
      checkArgument("call of logIn(site, { params })", call, "object");
      call.signal?.throwIfAborted();
      if (site.login === undefined) return noLogin(`${site.name} has no login.`, call);
      let params: Params = {};
      const fault = faultOf(() => {
        params = checkParams(site.login_input, call.params);
      });
      if (fault !== undefined) return noLogin(fault.message, call);
      return logInChecked(shared, { site, recipe: site.login, params }, call);
    },
  };
}

interface CheckedRun {
  readonly action: Action;
  readonly params: Params;
  readonly call: RunCall;
  readonly newKey: () => string;
}

async function runChecked(
  shared: RunnerParts,
  { action, params, call, newKey }: CheckedRun,
): Promise<RunResult> {
  const { credential, fileKey = newKey, timeoutMs = runLimits.timeoutMs } = call;
  checkNumber("timeoutMs", timeoutMs, { min: 1, integer: false });
  using limit = deadline(shared.clock, timeoutMs, call.signal);
  const run = { action, params, credential, deadline: limit, fileKey };
  return await runAction(shared, run, call.trace === true);
}

interface CheckedLogin {
  readonly site: Site;
  readonly recipe: LoginRecipe;
  readonly params: Params;
}

async function logInChecked(
  shared: RunnerParts,
  { site, recipe, params }: CheckedLogin,
  call: LoginCall,
): Promise<LoginResult> {
  const { timeoutMs = loginTimeoutMs } = call;
  checkNumber("timeoutMs", timeoutMs, { min: 1, integer: false });
  using limit = deadline(shared.clock, timeoutMs, call.signal);
  const parts = {
    site,
    recipe,
    params: { ...params },
    parameters: site.login_input,
    deadline: limit,
    fileKey: noFile,
  };
  return await runLogin(shared, parts, call.trace === true);
}

function noFile(): string {
  throw new TypeError("A login must not create files.");
}

function noLogin(message: string, { trace }: LoginCall): LoginResult {
  const error = { code: "LOGIN_FAILED", message } as const;
  return { status: "refused", error, executionMs: 0, ...(trace === true && { trace: [] }) };
}

function refused(error: RunFailure, { trace }: RunCall): RunResult {
  return { status: "failed", error, executionMs: 0, ...(trace === true && { trace: [] }) };
}

/** The failure that `check` throws, if it does. */
function faultOf(check: () => unknown): RunFailure | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof RunFault) return error.failure;
    throw error;
  }
}
