import { basename } from "node:path";
import { CatalogReader } from "../catalog-folder/catalog-file.ts";
import { actionsOf, readSites, throwIssues } from "../catalog-folder/load-catalog.ts";
import type { SiteFolder } from "../catalog-folder/site-folder.ts";
import { missingKinds, readCases, type CaseFile } from "./read-cases.ts";
import type { Action } from "../action.ts";
import { WireError } from "../wire-error.ts";
import { playCase, type OpenRunner } from "./play-case.ts";

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
  readonly signal?: AbortSignal | undefined;
}

/** A site of a folder with its cases. */
export interface SiteCases {
  readonly site: SiteFolder;
  readonly cases: readonly CaseFile[];
}

/**
 * Plays the recorded cases of a catalog's folder, or of one site's, and compares requests, data, files and
 * errors. No socket is opened. An action that lacks a good, an empty or a failure case gives a result that
 * says so; one that writes needs no empty case.
 * @throws WireError `INVALID_RECIPE` when a file of the folder is not what the format asks, `UNKNOWN_ACTION`;
 * the signal's reason; the file system's error
 */
export async function testCases(
  folder: string,
  openRunner: OpenRunner,
  { action: only, signal = new AbortController().signal }: TestCasesCall = {},
): Promise<CaseResult[]> {
  const wanted = (await loadCases(folder, signal)).flatMap(({ site, cases }) =>
    actionsOf(site).map((action) => ({ action, cases: ofAction(cases, action) })),
  );
  const chosen = wanted.filter(
    ({ action }) => only === undefined || action.info.action_id === only,
  );
  if (chosen.length === 0) {
    throw new WireError("UNKNOWN_ACTION", { message: `No action of ${folder} is '${only}'.` });
  }
  const results = [];
  for (const { action, cases } of chosen) {
    results.push(...(await testAction(action, cases, { openRunner, signal })));
  }
  return results;
}

/** Reads a folder with its cases. @throws WireError `INVALID_RECIPE` */
export async function loadCases(folder: string, signal?: AbortSignal): Promise<SiteCases[]> {
  const reader = await CatalogReader.open(folder, signal);
  const sites = await readSites(folder, reader);
  const cases = await Promise.all(sites.map((site) => readCases(site, reader)));
  throwIssues(reader.issues);
  return sites.map((site, index) => ({ site, cases: cases[index] ?? [] }));
}

async function testAction(
  action: Action,
  cases: readonly CaseFile[],
  scope: { readonly openRunner: OpenRunner; readonly signal: AbortSignal },
): Promise<CaseResult[]> {
  const id = action.info.action_id;
  const results: CaseResult[] = [];
  for (const { file, value } of cases) {
    const problem = await playCase({ action, recorded: value, ...scope });
    results.push({ action: id, case: basename(file, ".json"), ok: problem === undefined, problem });
  }
  const name = id.slice(id.indexOf(".") + 1);
  for (const kind of missingKinds(action.info.type, cases)) {
    const problem = `A case of the kind '${kind}' is missing: cases/${name}.${kind}.json.`;
    results.push({ action: id, case: `${name}.${kind}`, ok: false, problem });
  }
  return results;
}

function ofAction(cases: readonly CaseFile[], { info }: Action): CaseFile[] {
  return cases.filter(({ value }) => value.action_id === info.action_id);
}
