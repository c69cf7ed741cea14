import { basename, join } from "node:path";
import type { CatalogFile, CatalogReader } from "../catalog-folder/catalog-file.ts";
import { nearestName } from "../../core/index.ts";
import { loginId } from "./login-play.ts";
import { jsonFiles, type SiteFolder } from "../catalog-folder/site-folder.ts";
import { caseSchema, type RecordedCase, type Recipe } from "../format/action-schema.ts";

/** A case and its file. */
export type CaseFile = CatalogFile<RecordedCase>;

/** Reads the cases of a site's folder; what is wrong the reader keeps. */
export async function readCases(site: SiteFolder, reader: CatalogReader): Promise<CaseFile[]> {
  const folder = join(site.folder, "cases");
  const names = await jsonFiles(folder, reader);
  const read = names.map((name) => reader.read(join(folder, name), caseSchema));
  const cases = (await Promise.all(read)).filter((file) => file !== undefined);
  const { value } = site.site;
  const ids = [
    ...site.actions.map((action) => action.value.action_id),
    ...(value.login === undefined ? [] : [loginId(value)]),
  ];
  for (const file of cases) checkCase(file, ids, reader);
  return cases;
}

function checkCase(file: CaseFile, ids: readonly string[], reader: CatalogReader): void {
  const { action_id: id, kind, expect } = file.value;
  if (!ids.includes(id)) {
    const near = nearestName(id, ids);
    const hint = near === undefined ? "" : `; did you mean '${near}'?`;
    reader.tell(file.file, `There is no action '${id}'${hint}.`, file.json.place(["action_id"]));
  }
  const wanted = `${id.slice(id.indexOf(".") + 1)}.${kind}`;
  const name = basename(file.file, ".json");
  if (name !== wanted && !name.startsWith(`${wanted}-`)) {
    const message = `The file must be named ${wanted}.json or ${wanted}-SOMETHING.json, after the action and the kind.`;
    reader.tell(file.file, message, file.json.place(["kind"]));
  }
  for (const [member, value] of Object.entries(file.value.credential ?? {})) {
    if (member === "state" || typeof value === "string") continue;
    const place = file.json.place(["credential", member]);
    reader.tell(
      file.file,
      "The values of a credential must be strings, except the object 'state'.",
      place,
    );
  }
  if ("error" in expect !== (kind === "failure")) {
    const message = `A case of the kind '${kind}' expects ${kind === "failure" ? "an error" : "data"}.`;
    reader.tell(file.file, message, file.json.place(["expect"]));
  }
}

/** Kinds of cases that an action still needs; one that writes finds nothing empty. */
export function missingKinds(
  type: Recipe["type"],
  cases: readonly CaseFile[],
): RecordedCase["kind"][] {
  const wanted: RecordedCase["kind"][] =
    type === "read" ? ["good", "empty", "failure"] : ["good", "failure"];
  return wanted.filter((kind) => !cases.some(({ value }) => value.kind === kind));
}
