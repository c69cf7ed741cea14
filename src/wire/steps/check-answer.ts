import { parseJson } from "../../core/index.ts";
import type { SourcePage } from "../../mapper/index.ts";
import { pageFailure } from "../../scraper/internal.ts";
import type { LoginWall } from "../format/action-schema.ts";
import type { RequestSpec } from "../format/step-schema.ts";
import { isHtml, pageDocument } from "../reading/read-answer.ts";
import { upstreamText } from "../reading/upstream-text.ts";
import { renderText } from "../run/render.ts";
import { RunFault } from "../run/run-fault.ts";
import type { RunState } from "../run/run-state.ts";
import type { Scope } from "../run/scope.ts";
import type { StepContext } from "./step-context.ts";

/** What a step expects of an answer. */
interface Expectation {
  readonly id: string;
  readonly status?: readonly number[] | undefined;
  readonly errors?: RequestSpec["errors"];
  /** Whether an HTML page is an answer that may be right. */
  readonly takesHtml: boolean;
}

/** Statuses that say nothing about what the site is. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Refuses an answer that is not the one asked for: another status, a login page, a challenge.
 * @throws RunFault
 */
export async function checkAnswer(
  page: SourcePage,
  expected: Expectation,
  { state, scope }: StepContext,
): Promise<void> {
  if (state.login !== undefined) {
    const { status, url, headers } = page;
    scope.set(expected.id, { status, url, headers, body: bodyOf(page) });
    state.login.answered(expected.id, page, scope);
  }
  const isExpected = (expected.status ?? [200]).includes(page.status);
  if (!isExpected) throwTold(page, expected, scope);
  const isBare = !isExpected && state.login === undefined && isBare401(page, state.loginWalls);
  if (isBare || isLoginWall(page, state.loginWalls)) {
    throw loginFault(page, state.site.name, state.credential !== undefined);
  }
  if (!isExpected || expected.takesHtml) await checkBlocked(page, state);
  if (!isExpected) throw statusFault(page, expected.id);
}

/**
 * Refuses a status in the recipe's words, where it has them.
 * @throws RunFault
 */
function throwTold(page: SourcePage, { id, errors }: Expectation, scope: Scope): void {
  const { status, url, headers } = page;
  const told = errors?.[String(status)];
  if (told === undefined) return;
  scope.set(id, { status, url, headers, body: bodyOf(page) });
  throw new RunFault({ code: told.code, message: renderText(told.message, scope) });
}

/**
 * Refuses a challenge or block page in place of the site's own.
 * @throws RunFault
 */
export async function checkBlocked(page: SourcePage, { deadline }: RunState): Promise<void> {
  const failure = isHtml(page) ? await pageFailure(page, deadline.signal) : undefined;
  if (failure?.code !== "BLOCKED") return;
  const { error: message } = failure;
  throw new RunFault({ code: "EXECUTION_FAILED", message }, { inconclusive: true });
}

function isLoginWall(page: SourcePage, walls: readonly LoginWall[]): boolean {
  return walls.some(
    ({ status, url_contains: inUrl, css, text }) =>
      status?.includes(page.status) === true ||
      (inUrl !== undefined && page.url.includes(inUrl)) ||
      (text !== undefined && page.text.includes(text)) ||
      (css !== undefined && isHtml(page) && matches(page, css)),
  );
}

function matches(page: SourcePage, css: string): boolean {
  return pageDocument(page).select(css).length > 0;
}

/** Without a signature a 401 is one. */
function isBare401({ status }: SourcePage, walls: readonly LoginWall[]): boolean {
  return status === 401 && walls.every((wall) => wall.status === undefined);
}

function loginFault({ url, status }: SourcePage, name: string, signedIn: boolean): RunFault {
  const host = new URL(url).host;
  return signedIn
    ? new RunFault({
        code: "AUTH_EXPIRED",
        message: `${host} no longer accepts the login of ${name} (HTTP ${status}); sign in again.`,
      })
    : new RunFault({
        code: "EXECUTION_FAILED",
        message: `${host} requires a login (HTTP ${status}), but the run has none for ${name}.`,
      });
}

function statusFault(page: SourcePage, step: string): RunFault {
  const { url, status } = page;
  const told = upstreamText(bodyOf(page));
  const message = `${new URL(url).host} answered HTTP ${status} to step '${step}'`;
  const inconclusive = status >= 500 || PASSING.has(status);
  return new RunFault(
    {
      code: "EXECUTION_FAILED",
      message: told === undefined ? `${message}.` : `${message}: ${told}`,
    },
    { inconclusive },
  );
}

function bodyOf({ text, bytes }: SourcePage): unknown {
  if (bytes.length === 0 || bytes.length > 1_000_000) return null;
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
