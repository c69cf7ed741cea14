import type { Reach } from "../../agent/index.ts";
import type { Values } from "../help/flag.ts";
import type { agentHelp } from "../help/tables/agent.ts";
import { pairOf } from "../input/read-variables.ts";
import { UsageError } from "../terminal/terminal.ts";

/** What the flags of `dragline agent` and its subcommand say. */
export type AgentFlags = Values<typeof agentHelp.flags & typeof agentHelp.verbs.run.flags>;

/** Where a task may go. @throws UsageError */
export function reachOf({ site = [], "any-site": isAnySite = false }: AgentFlags): Reach {
  if (isAnySite && site.length > 0)
    throw new UsageError("--any-site and --site cannot be combined");
  if (isAnySite) return "any";
  return site.length === 0 ? "same-site" : { sites: site };
}

/** Parameters by name. @throws UsageError */
export function paramsOf({ param = [] }: AgentFlags): Readonly<Record<string, string>> {
  return Object.fromEntries(param.map((text) => pairOf("--param", text)));
}
