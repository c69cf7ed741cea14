import { isDiffError, selectPaths } from "../../../diff/index.ts";
import type { MonitorDefinition } from "../../../monitor/index.ts";
import type { Json } from "../../../storage/index.ts";
import { ServiceError } from "../../base/service-error.ts";
import { checkPatterns } from "../../base/check-patterns.ts";
import { checkOutputSchema } from "../../base/check-output-schema.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import { selectorFields } from "./selector-fields.ts";
import type { MonitorBody } from "./schema.ts";

const MINUTE = 60_000;

/**
 * What a body asks to have watched, checked as far as it can be without looking anything up
 * (decisions, 2.12).
 * @throws ServiceError `INVALID_REQUEST`; the signal's reason
 */
export async function checkDefinition(
  parts: Pick<MonitorParts, "checkTarget" | "alerts" | "judge" | "clock">,
  body: MonitorBody,
  signal: AbortSignal,
): Promise<MonitorDefinition> {
  const { intervalMinutes, alertWebhookUrl, alertEmails, ...definition } = body;
  parts.checkTarget("url", body.url);
  checkModes(body);
  checkPatterns("includePatterns", body.includePatterns);
  checkPatterns("excludePatterns", body.excludePatterns);
  checkPaths(body.wireWatchPaths);
  checkExpiry(parts, body.expiresAt);
  parts.alerts.check({ alertWebhookUrl, alertEmails });
  const { judge } = parts;
  const outputSchema = await checkOutputSchema(body.outputSchema, { judge, signal });
  return {
    ...definition,
    // What a parser made of JSON.
    wireParams: body.wireParams as Readonly<Record<string, Json>>,
    outputSchema: outputSchema ?? undefined,
    fields: body.watchMode === "specific_data" ? selectorFields(body.outputSchema) : undefined,
    useBrowser: body.useBrowser || body.sessionId !== null,
    schedule: { every: intervalMinutes * MINUTE },
  };
}

function checkModes({ scope, watchMode, outputSchema, wireActionId }: MonitorBody): void {
  if (watchMode === "specific_data" && scope !== "page") {
    throw refused("watchMode: specific_data is only allowed with the scope page.");
  }
  if (watchMode === "specific_data" && outputSchema === undefined) {
    throw refused("outputSchema: is required with the watchMode specific_data.");
  }
  if (scope === "wire" && wireActionId === null) {
    throw refused("wireActionId: is required with the scope wire.");
  }
}

function checkPaths(paths: readonly string[]): void {
  try {
    selectPaths(null, paths);
  } catch (cause) {
    if (!isDiffError(cause, "INVALID_PATH")) throw cause;
    throw refused(`wireWatchPaths: ${cause.message}`);
  }
}

/**
 * Refuses an end that is not in the future; null is fine.
 * @throws ServiceError `INVALID_REQUEST`
 */
export function checkExpiry(
  { clock }: Pick<MonitorParts, "clock">,
  expiresAt: number | null | undefined,
): void {
  if (expiresAt === null || expiresAt === undefined || expiresAt > clock.now()) return;
  throw refused("expiresAt: must lie in the future.");
}

function refused(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}
