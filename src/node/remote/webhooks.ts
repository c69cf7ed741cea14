import type { Terminal } from "../terminal/terminal.ts";
import { atService, notUnderstood } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

/** `dragline webhooks listen --remote`: receives with the secret that the service signs with for the account. */
export function accountSecret(
  place: RemotePlace,
  terminal: Terminal,
  receive: (secret: string) => Promise<number>,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const { signal } = terminal;
    const { secret } = await client.getWebhookSigningSecret(undefined, { signal });
    if (typeof secret !== "string" || secret === "") throw notUnderstood(client);
    return await receive(secret);
  });
}
