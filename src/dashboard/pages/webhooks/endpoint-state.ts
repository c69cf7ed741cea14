import type { WebhookDelivery } from "../../../client/index.ts";
import { badge } from "../../layout/pieces.ts";
import { markup, type Markup } from "../../markup.ts";

/** Deliveries that are looked at: as many as the API lists at once. */
export const LOOKED_AT = 200;
const DAY_MS = 86_400_000;

/** How an endpoint does: active, failing where nothing of the last day was taken, or paused. */
export function endpointState(
  { isActive }: { readonly isActive: boolean },
  deliveries: readonly WebhookDelivery[],
  now: number,
): Markup {
  const tried = deliveries.filter(
    ({ createdAt, status, error }) =>
      Date.parse(createdAt) > now - DAY_MS && (status !== "pending" || error !== null),
  );
  const failed = tried.filter(({ status }) => status !== "success").length;
  if (!isActive) return badge("paused");
  const state = failed > 0 && failed === tried.length ? "failing" : "active";
  const share = Math.round((100 * failed) / Math.max(1, tried.length));
  return markup`${badge(state)}${failed > 0 && markup` <span class="quiet">${failed} of ${tried.length} deliveries failed in the last day (${share} %)</span>`}`;
}
