import { Disposer } from "../../core/index.ts";
import { tryOut, type Environment, type Finding } from "./finding.ts";
import { configuredEngines } from "../visibility/open-engines.ts";

/** Says which answer engines are configured; none is asked, since every question costs. */
export async function examineEngines(env: Environment, signal: AbortSignal): Promise<Finding> {
  const name = "Engines";
  await using owned = new Disposer();
  const search = async () => undefined;
  let labels: readonly string[];
  try {
    const engines = await configuredEngines({ env, owned, model: undefined, search });
    labels = engines.map(({ label }) => label);
  } catch (error) {
    return await tryOut(name, signal, () => Promise.reject(error));
  }
  const found = labels.length > 0;
  const detail = found
    ? `${labels.join(", ")}: not tested, because a question costs money`
    : "needed to ask answer engines (dragline visibility); set DRAGLINE_OPENAI_KEY, …_PERPLEXITY_KEY, …";
  return { name, needed: false, found, detail };
}
