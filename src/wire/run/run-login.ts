import { isActionError, isBrowserError } from "../../browser/index.ts";
import { DeadlineExceeded, unlessAborted } from "../../core/index.ts";
import { isFetchError } from "../../fetcher/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Credential } from "../format/action.ts";
import type { LoginRecipe } from "../format/login-schema.ts";
import type { LoginRefusalCode, LoginResult } from "./login.ts";
import { sessionCookies, sessionEnd, storageOfCookies } from "./login-state.ts";
import { LoginFault, LoginWatch } from "./login-watch.ts";
import { openRun, openScope, PLACES, type RunnerParts, type RunParts } from "./open-run.ts";
import { renderText } from "./render.ts";
import { RunFault } from "./run-fault.ts";
import { runAuthSteps } from "./run-auth-steps.ts";
import type { RunState } from "./run-state.ts";
import type { Scope } from "./scope.ts";
import { stateValues } from "./state-cookies.ts";
import { runSteps } from "../steps/run-steps.ts";

/** One login, as it is opened; its params have been checked. */
interface LoginParts extends Omit<RunParts, "recipe" | "credential" | "login" | "params"> {
  readonly recipe: LoginRecipe;
  /** A copy of the caller's, whose secrets are dropped in the end. */
  readonly params: Record<string, Json>;
}

type Outcome =
  | Pick<Extract<LoginResult, { status: "signed_in" }>, "status" | "credential" | "expiresAt">
  | Pick<Extract<LoginResult, { status: "refused" }>, "status" | "error">;

/**
 * Signs in by a recipe.
 * @throws the reason of the caller's signal
 */
export async function runLogin(
  shared: RunnerParts,
  login: LoginParts,
  trace: boolean,
): Promise<LoginResult> {
  const watch = new LoginWatch(login.site, login.recipe);
  const run = { ...login, recipe: undefined, credential: undefined, login: watch };
  const state = openRun(shared, run);
  const scope = openScope(state, run);
  try {
    const outcome = await outcomeOf({ run, login, watch, state, scope });
    state.secrets.add(stateValues(storageOf(watch, state)));
    return {
      ...outcome,
      executionMs: Math.round(state.trace.elapsedMs),
      ...(trace && { trace: state.trace.taken(state.secrets) }),
    };
  } finally {
    // Texts of JavaScript cannot be overwritten; without a reference they go with the next collection.
    for (const { name, secret } of login.parameters) if (secret === true) login.params[name] = null;
    state.secrets.clear();
  }
}

/** A login under way. */
interface Login {
  readonly run: RunParts;
  readonly login: LoginParts;
  readonly watch: LoginWatch;
  readonly state: RunState;
  readonly scope: Scope;
}

async function outcomeOf(login: Login): Promise<Outcome> {
  const { signal } = login.state.deadline;
  try {
    return await unlessAborted(signIn(login), signal);
  } catch (error) {
    const { code, message, isOfSite } = await refusalOf(error, login);
    const { secrets } = login.state;
    const told = isOfSite ? secrets.mask(message) : secrets.maskSentence(message);
    return { status: "refused", error: { code, message: told } };
  }
}

async function signIn(login: Login): Promise<Outcome> {
  const { run, watch, state, scope } = login;
  const { recipe, site, parameters, params } = login.login;
  const context = { state, scope, place: "", document: null, url: undefined };
  await runSteps(recipe.steps, context);
  const refused = await watch.verdict(scope, state.deadline.signal);
  if (refused !== undefined) throw refused;
  const storage = storageOf(watch, state);
  const session = sessionCookies(storage, {
    pattern: recipe.session_cookies,
    isOwn: (domain) => isOwn(domain, login),
  });
  if (session.length === 0) {
    const message = `${site.name} answered as if the login succeeded, but set no session cookie.`;
    throw new LoginFault("LOGIN_NO_COOKIES", message);
  }
  const values = Object.entries(recipe.values ?? {}).map(([name, text]) => [
    name,
    renderText(text, scope, true),
  ]);
  const places = parameters.flatMap(({ name, secret }) =>
    secret !== true && PLACES.some((place) => place === name) && typeof params[name] === "string"
      ? [[name, params[name]]]
      : [],
  );
  const credential: Credential = {
    values: Object.fromEntries([...places, ...values]) as Record<string, string>,
    // Plain JSON, whatever a browser gave.
    state: JSON.parse(JSON.stringify(storage)) as Json,
  };
  await prove(login, { ...run, credential });
  const expiresAt = sessionEnd(session, state.clock.now());
  return { status: "signed_in", credential, expiresAt };
}

/**
 * Runs what actions of the session run first, and the steps of the recipe that prove it.
 * @throws LoginFault; RunFault; the reason of the run's signal
 */
async function prove({ login, state }: Login, run: RunParts): Promise<void> {
  const { login_wall: wall } = login.site;
  const proving = {
    ...state,
    login: undefined,
    credential: run.credential,
    loginWalls: wall === undefined ? [] : [wall],
  };
  const scope = openScope(proving, run);
  try {
    await runAuthSteps(run, proving);
    const context = { state: proving, scope, place: " (check)", document: null, url: undefined };
    await runSteps(login.recipe.check ?? [], context);
  } catch (error) {
    if (!(error instanceof RunFault) || error.inconclusive) throw error;
    const message = `${login.site.name} answered as if the login succeeded, but does not accept the session: ${error.failure.message}`;
    throw new LoginFault("LOGIN_FAILED", message, error);
  }
}

/** What is kept: all that the browser stores, or the cookies of the requests. */
function storageOf(watch: LoginWatch, { cookies }: RunState) {
  return watch.storage ?? storageOfCookies(cookies);
}

/** Whether a cookie of a domain is sent to the site. */
function isOwn(domain: string, { watch, state }: Login): boolean {
  const url = URL.parse(`https://${domain}/`);
  if (url !== null && state.ownHosts.has(url)) return true;
  return watch.url?.hostname.endsWith(`.${domain}`) ?? false;
}

/**
 * Why a login failed; other errors are rethrown.
 * @throws the reason of the caller's signal
 */
async function refusalOf(error: unknown, { login, watch, state }: Login): Promise<LoginFault> {
  const { deadline: limit, site } = login;
  if (limit.expired || error instanceof DeadlineExceeded) {
    const message = `The login of ${site.name} did not finish within ${limit.ms / 1_000} seconds.`;
    return new LoginFault("LOGIN_TIMEOUT", message);
  }
  if (limit.signal.aborted) throw limit.signal.reason;
  if (error instanceof LoginFault) return error;
  if (!(error instanceof RunFault)) throw error;
  const isUnanswered = [isFetchError, isBrowserError, isActionError].some((is) => is(error.cause));
  const wanted = isUnanswered ? undefined : await watch.demand(state.deadline.signal);
  return wanted ?? new LoginFault(codeOf(error), error.failure.message, error);
}

/** What a failure of a run is for a login. */
function codeOf({ failure, cause, inconclusive }: RunFault): LoginRefusalCode {
  if (isFetchError(cause, "TIMEOUT") || isBrowserError(cause, "TIMEOUT")) return "LOGIN_TIMEOUT";
  if (inconclusive) return "LOGIN_INFRASTRUCTURE_ERROR";
  return failure.code === "INVALID_PARAMS" ? "LOGIN_FAILED" : "LOGIN_PAGE_CHANGED";
}
