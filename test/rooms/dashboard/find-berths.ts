import type { Site } from "dragline/testing";
import { actionOf, siteOf } from "../../transports/wire-samples.ts";

/** An action with one parameter, on a site whose login a person makes at `/login`. */
export function findBerths(site: Pick<Site, "url">) {
  const harbour = siteOf({
    slug: "harbour",
    url: site.url("/"),
    auth_login_url: site.url("/login"),
    domain: "127.0.0.1",
    auth_types: ["browser_state"],
  });
  const kind = {
    name: "kind",
    type: "string" as const,
    required: true,
    enum: ["sail", "motor"],
    description: "The kind of the boat.",
    examples: ["sail"],
  };
  const order = { action_id: "harbour.berths", name: "find berths", parameters: [kind] };
  return actionOf(harbour, order);
}
