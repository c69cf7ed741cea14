import { absent, tryOut, type Finding } from "../examine/finding.ts";
import { countText } from "../terminal/count-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clientAt, keyAt, notUnderstood } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

const WITHOUT_KEY =
  "needed for almost all of the API; set DRAGLINE_API_KEY to one from the dashboard's page of keys";

/**
 * Asks a service whether it is well, and whether it takes the key; each once.
 * @throws UsageError when the address cannot be used; the signal's reason
 */
export async function examineService(
  place: RemotePlace,
  { env, signal }: Pick<Terminal, "env" | "signal">,
): Promise<Finding[]> {
  const client = clientAt(place, { env, attempts: 1 });
  const health = tryOut("Service", signal, async () => {
    const answer: object | null = await client.getHealth(undefined, { signal });
    const { status, version } = { status: "", version: "", ...answer };
    if (status !== "ok") throw new Error(`${client.base} answers, but is no Dragline service`);
    return `${client.base} answers, with its storage and its queue; version ${version} of the API`;
  });
  if (!keyAt(place, env)) return [await health, absent("API key", WITHOUT_KEY)];
  const credits = tryOut("API key", signal, async () => {
    const { balance } = await client.getCredits(undefined, { signal });
    if (typeof balance !== "number") throw notUnderstood(client);
    return `the service takes it; ${countText(balance, "credit")} left`;
  });
  return await Promise.all([health, credits]);
}
