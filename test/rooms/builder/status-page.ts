import type { SiteRoute } from "dragline/testing";

/** A route that answers JSON. */
export const json = (value: unknown): SiteRoute => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

const time = { created_at: "2026-01-02T03:04:05Z", updated_at: "2026-01-02T03:04:05Z" };
const component = (name: string, status: string) => ({
  id: name.toLowerCase(),
  name,
  status,
  ...time,
  position: 1,
  description: null,
  showcase: false,
  group_id: null,
  group: false,
  only_show_if_degraded: false,
  page_id: "p1",
});
const page = { id: "p1", name: "Boat status", url: "http://127.0.0.1", ...time };

/** A status page as Atlassian's platform has them. */
export const statusPage: Readonly<Record<string, SiteRoute>> = {
  "/api/v2/components.json": json({
    page,
    components: [component("Harbour", "operational"), component("Locks", "major_outage")],
  }),
  "/api/v2/status.json": json({ page, status: { indicator: "minor", description: "Minor" } }),
};
