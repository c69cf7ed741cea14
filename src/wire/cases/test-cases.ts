import { basename } from "node:path";
import { CatalogReader } from "../catalog-folder/catalog-file.ts";
import { actionsOf, readSites, throwIssues } from "../catalog-folder/load-catalog.ts";
import type { SiteFolder } from "../catalog-folder/site-folder.ts";
import { loginAction } from "./login-play.ts";
import { missingKinds, readCases, type CaseFile } from "./read-cases.ts";
import type { Action } from "../format/action.ts";
import { WireError } from "../wire-error.ts";
import { playCase, socketlessFetcher } from "./play-case.ts";
import { checkArgument, neverAborts } from "../../core/index.ts";

/** What became of a case. */
export interface CaseResult {
  readonly action: string;
  /** Its file's name without `.json`. */
  readonly case: string;
  readonly ok: boolean;
  /** What was not as expected, in sentences. */
  readonly problem?: string | undefined;
}

/** Which cases are played. */
export interface TestCasesCall {
  /** Of this action alone. */
  readonly action?: string | undefined;
  /** Cancels the test. */
  readonly signal?: AbortSignal | undefined;
}

/** A site of a folder with its cases. */
interface SiteCases {
  readonly site: SiteFolder;
  readonly cases: readonly CaseFile[];
}

/**
 * Plays the recorded cases of a catalog's folder, or of one site's, and compares requests, data, files and
 * errors. No socket is opened. An action that lacks a good, an empty or a failure case gives a result that
 * says so; one that writes needs no empty case.
 * @throws WireError `INVALID_RECIPE` when a file of the folder is not what the format asks, `UNKNOWN_ACTION`;
 * the signal's reason; the file system's error
 * @example
 * ```ts
 * import { testCases } from "dragline/wire";
 *
 * for (const { action, ok, problem } of await testCases("./my-catalog")) {
 *   console.log(action, ok ? "ok" : problem);
 * }
 * ```
 */
export async function testCases(folder: string, call: TestCasesCall = {}): Promise<CaseResult[]> {
  checkArgument("call of testCases(folder, call)", call, "object");
  const { action: only, signal = neverAborts() } = call;
  const sites = await loadCases(folder, signal);
  const isWanted = (id: string): boolean => only === undefined || id === only;
  const missing = sites.flatMap(missingCases).filter(({ action }) => isWanted(action));
  const plays = playsOf(sites).filter(({ action }) => isWanted(action.info.action_id));
  if (plays.length + missing.length === 0) {
    throw new WireError("UNKNOWN_ACTION", {
      message: `There is no action '${only}' in ${folder}.`,
    });
  }
  const stage = { openFetcher: socketlessFetcher, signal };
  const results: CaseResult[] = [];
  for (const { action, file } of plays) {
    const problem = await playCase({ action, recorded: file.value }, stage);
    const name = basename(file.file, ".json");
    results.push({ action: action.info.action_id, case: name, ok: problem === undefined, problem });
  }
  return [...results, ...missing];
}

/** Reads a folder with its cases. @throws WireError `INVALID_RECIPE` */
export async function loadCases(folder: string, signal?: AbortSignal): Promise<SiteCases[]> {
  const reader = await CatalogReader.open(folder, signal);
  const sites = await readSites(folder, reader);
  const cases = await Promise.all(sites.map((site) => readCases(site, reader)));
  throwIssues(reader.issues);
  return sites.map((site, index) => ({ site, cases: cases[index] ?? [] }));
}

/** All cases of sites with their actions. */
export function playsOf(sites: readonly SiteCases[]): { action: Action; file: CaseFile }[] {
  return sites.flatMap(({ site, cases }) =>
    playedOf(site).flatMap((action) =>
      ofAction(cases, action.info.action_id).map((file) => ({ action, file })),
    ),
  );
}

/** What every action has to have, and some have not. */
export function missingCases({ site, cases }: SiteCases): CaseResult[] {
  return playedOf(site).flatMap(({ info: { action_id: id, type }, body }) => {
    if ("steps" in body && body.built === true) return [];
    const name = id.slice(id.indexOf(".") + 1);
    return missingKinds(type, ofAction(cases, id)).map((kind) => {
      const problem = `A case of the kind '${kind}' is missing: cases/${name}.${kind}.json.`;
      return { action: id, case: `${name}.${kind}`, ok: false, problem };
    });
  });
}

/** The actions of a site, and its login. */
function playedOf(site: SiteFolder): Action[] {
  const login = loginAction(site.site.value);
  return [...actionsOf(site), ...(login === undefined ? [] : [login])];
}

function ofAction(cases: readonly CaseFile[], id: string): CaseFile[] {
  return cases.filter(({ value }) => value.action_id === id);
}
