import type { MonitorRequest } from "../../client/index.ts";
import type { MonitorDefinition } from "../../monitor/index.ts";
import { definitionOf, type DefinitionValues } from "../monitor/monitor-flags.ts";
import { UsageError } from "../terminal/terminal.ts";

const MINUTE = 60_000;

/** What a definition at a service is made of. */
interface ServiceDefinition {
  readonly url: string;
  readonly values: DefinitionValues & { readonly notify?: readonly string[] | undefined };
  /** What the file of `--schema` has. */
  readonly schema: MonitorDefinition["outputSchema"];
}

/**
 * What a service is to watch.
 * @throws UsageError, also for what a service does not know
 */
export function monitorRequest({ url, values, schema }: ServiceDefinition): MonitorRequest {
  const definition = definitionOf(url, values, schema);
  const { fields, country, scope, watchMode, watchFormat, aiMode, aiGoal } = definition;
  const { useBrowser, maxPages, maxDepth, includePatterns, excludePatterns } = definition;
  return {
    url,
    intervalMinutes: minutesOf(definition),
    scope,
    watchMode,
    watchFormat,
    aiMode,
    aiGoal,
    outputSchema: fields === undefined ? schema : selectorSchema(fields),
    useBrowser,
    maxPages,
    maxDepth,
    includePatterns,
    excludePatterns,
    country: country ?? undefined,
    ...alertPart(values.notify ?? []),
  };
}

function minutesOf({ schedule }: MonitorDefinition): number {
  const minutes = "every" in schedule ? schedule.every / MINUTE : 0;
  if (Number.isInteger(minutes)) return minutes;
  throw new UsageError("--every takes whole minutes with --remote");
}

/** The values at CSS selectors, as the schema of a service says where they are. */
function selectorSchema(fields: NonNullable<MonitorDefinition["fields"]>) {
  const properties = Object.entries(fields).map(([name, selector]) => {
    return [name, { type: "string", "x-selector": selector }];
  });
  return { type: "object", properties: Object.fromEntries(properties) as object };
}

/** Who is told: one webhook, and mail addresses; a service has no other targets. */
function alertPart(
  targets: readonly string[],
): Pick<MonitorRequest, "alertWebhookUrl" | "alertEmails"> {
  const emails = targets.flatMap((target) => /^mailto:([^?]+@[^?]+)$/i.exec(target)?.[1] ?? []);
  const webhooks = targets.filter((target) => /^https?:\/\/[^#]+$/i.test(target));
  if (emails.length + webhooks.length < targets.length) {
    throw new UsageError(
      "with --remote, --notify takes https://HOST/PATH, whose secret the service makes, or mailto:ADDRESS",
    );
  }
  const [alertWebhookUrl, ...more] = webhooks;
  if (more.length > 0) throw new UsageError("with --remote, --notify takes one webhook");
  return { alertWebhookUrl, alertEmails: emails.length === 0 ? undefined : emails.join(",") };
}
