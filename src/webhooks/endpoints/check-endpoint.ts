import type { AddressGuard } from "../../net/index.ts";
import { checkCallbackUrl } from "./check-callback-url.ts";
import type { EndpointRow } from "../collections.ts";
import type { EndpointChanges } from "./endpoint.ts";
import { WebhookError } from "../webhook-error.ts";

/** Characters of a description (decisions 2.14). */
const LONGEST_DESCRIPTION = 500;

/** What endpoints are checked against. */
export interface EndpointRules {
  readonly guard: Pick<AddressGuard, "checkUrl">;
  /** Names that events may have. */
  readonly events: ReadonlySet<string>;
}

/** Fields of an endpoint that a caller says. */
type EndpointFields = Partial<Pick<EndpointRow, "url" | "description" | "events" | "isActive">>;

/**
 * The fields that are there, checked and copied; those that are absent or undefined are left out,
 * and so are repeats among the events.
 * @throws WebhookError `INVALID_URL`, `INVALID_ENDPOINT`
 */
export function checkEndpoint(given: EndpointChanges, rules: EndpointRules): EndpointFields {
  if (typeof given !== "object" || given === null) {
    throw invalid("endpoint", "An endpoint must be an object.");
  }
  const { url, description, events, isActive } = given;
  if (url !== undefined) checkCallbackUrl(url, rules.guard);
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description: checkedDescription(description) }),
    ...(events !== undefined && { events: checkedEvents(events, rules) }),
    ...(isActive !== undefined && { isActive: checkedSwitch(isActive) }),
  };
}

function checkedDescription(description: unknown): string | null {
  if (description === null) return null;
  if (typeof description === "string" && description.length <= LONGEST_DESCRIPTION) {
    return description;
  }
  const most = `at most ${LONGEST_DESCRIPTION} characters`;
  throw invalid("description", `The description must be null or a string of ${most}.`);
}

function checkedEvents(events: unknown, rules: EndpointRules): string[] {
  if (!Array.isArray(events)) throw invalid("events", "The events must be a list of names.");
  const names = new Set<string>();
  for (const name of events as unknown[]) {
    if (typeof name !== "string" || !rules.events.has(name)) {
      const known = [...rules.events].join(", ");
      throw invalid("events", `Each of the events must be one of ${known}.`);
    }
    names.add(name);
  }
  return [...names];
}

function checkedSwitch(isActive: unknown): boolean {
  if (typeof isActive === "boolean") return isActive;
  throw invalid("isActive", "isActive must be true or false.");
}

function invalid(field: string, message: string): WebhookError {
  return new WebhookError("INVALID_ENDPOINT", { message, details: { field } });
}
