import type { WireAction } from "../../../client/index.ts";
import type { Visit } from "../../page.ts";
import { parameterFieldsOf } from "./parameter-fields.ts";

/** Runs of the same action that are looked through for the one that is meant. */
const MOST = 100;

/** The path of an action's form that is filled like an earlier run; no parameter stands in it. */
export function pathAgain(action: string, job: string): string {
  return `/wire/actions/${encodeURIComponent(action)}?again=${encodeURIComponent(job)}`;
}

/** What an action's form shows at first: the parameters of the run that the address names, or its own. */
export async function givenAtFirst(
  { api, query, signal }: Pick<Visit, "api" | "query" | "signal">,
  { name }: Pick<WireAction, "name">,
): Promise<URLSearchParams> {
  const run = query.get("again");
  if (run === null) return query;
  const { jobs } = await api.listWireJobs({ search: name.slice(0, 200), limit: MOST }, { signal });
  return parameterFieldsOf(jobs.find(({ id }) => id === run)?.params ?? {});
}
