import { catalogUuid } from "../../../../wire/internal.ts";
import { isoTime } from "../../../jobs/job-view.ts";
import type { BuildRow } from "./build-rows.ts";

/** The domain of a site, without `www.`. */
export function domainOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

/** A build as clients see it (decisions, 2.17). */
export function buildDocument(row: BuildRow): object {
  const { actionId, builtSlug, skipped, error, errorType, completedAt, catalogSlug } = row;
  return {
    id: row.id,
    user_id: row.account,
    website_url: row.websiteUrl,
    domain: domainOf(row.websiteUrl),
    goal: row.goal,
    catalog_id: catalogSlug === null ? null : catalogUuid(catalogSlug),
    team: null,
    visibility: row.visibility,
    priority: "normal",
    status: row.status,
    credits_charged: row.creditsCharged,
    tags: [],
    ...(row.status === "success" && { action_id: actionId, catalog_slug: builtSlug, skipped }),
    ...(row.status === "failed" && { error, error_type: errorType }),
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    ...(completedAt !== null && { completed_at: isoTime(completedAt) }),
  };
}
