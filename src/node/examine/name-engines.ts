import { Disposer } from "../../core/index.ts";
import { configuredEngines } from "../visibility/open-engines.ts";
import type { Environment } from "./finding.ts";

/**
 * Names the answer engines that are configured.
 * @throws UsageError for half a setting
 */
export async function nameEngines(env: Environment): Promise<string> {
  await using owned = new Disposer();
  const search = async () => undefined;
  const engines = await configuredEngines({ env, owned, model: undefined, search });
  const labels = engines.map(({ label }) => label).join(", ");
  return `${labels}: not tested, because a question costs money`;
}
