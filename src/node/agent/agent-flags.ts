import { parseArgs } from "node:util";
import type { Reach } from "../../agent/index.ts";
import { pairOf } from "../read-variables.ts";
import { requestFlags } from "../request-flags.ts";
import { UsageError } from "../terminal.ts";

const optionTypes = {
  url: { type: "string" },
  schema: { type: "string" },
  param: { type: "string", multiple: true },
  save: { type: "string" },
  heal: { type: "boolean" },
  secret: { type: "string", multiple: true },
  site: { type: "string", multiple: true },
  "any-site": { type: "boolean" },
  "max-steps": { type: "string" },
  timeout: { type: "string" },
  json: { type: "boolean" },
  proxy: requestFlags.proxy,
  "allow-host": requestFlags["allow-host"],
} as const;

/** The flags of `dragline agent`, as given. */
export type AgentFlags = ReturnType<typeof parseAgentFlags>["values"];

/** @throws what `parseArgs` throws */
export function parseAgentFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options: optionTypes, allowPositionals: true });
}

/** Where a task may go. @throws UsageError */
export function reachOf({ site = [], "any-site": any = false }: AgentFlags): Reach {
  if (any && site.length > 0) throw new UsageError("--any-site and --site exclude each other");
  if (any) return "any";
  return site.length === 0 ? "same-site" : { sites: site };
}

/** Parameters by name. @throws UsageError */
export function paramsOf({ param = [] }: AgentFlags): Readonly<Record<string, string>> {
  return Object.fromEntries(param.map((text) => pairOf("--param", text)));
}
