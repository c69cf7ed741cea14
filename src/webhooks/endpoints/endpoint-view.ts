import type { EndpointRow } from "../collections.ts";
import type { Endpoint } from "./endpoint.ts";

/** What callers see of an endpoint: everything but its secret and its account. */
export function endpointView(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: eventsOf(row),
    isActive: row.isActive,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** The names that an endpoint hears; none for all. */
export function eventsOf({ events }: Pick<EndpointRow, "events">): readonly string[] {
  return events as readonly string[];
}
