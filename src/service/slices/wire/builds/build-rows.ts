import { collection, type Row } from "../../../../storage/index.ts";

/** Requests to build actions; kept until their account goes. */
export const buildRows = collection({
  name: "service_build_requests",
  fields: {
    id: "string",
    account: "string",
    websiteUrl: "string",
    goal: "string",
    // Of the catalog that was asked for.
    catalogSlug: "string?",
    visibility: "string",
    actions: "json",
    country: "string?",
    status: "string",
    // The first action that was built, and the slug of its site.
    actionId: "string?",
    builtSlug: "string?",
    skipped: "json",
    error: "string?",
    errorType: "string?",
    creditsCharged: "number",
    createdAt: "number",
    updatedAt: "number",
    completedAt: "number?",
  },
  key: ["id"],
  indexes: [["account", "createdAt"]],
});

/** A build as it is stored. */
export type BuildRow = Row<typeof buildRows>;

/** The builds of an account that are under way: so many slots, each with one at most. */
export const buildSlots = collection({
  name: "service_build_slots",
  fields: { account: "string", slot: "number", build: "string" },
  key: ["account", "slot"],
});
