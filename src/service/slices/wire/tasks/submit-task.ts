import type { Json } from "../../../../storage/index.ts";
import type { Answer, KeyedCall } from "../../../http/route.ts";
import type { ResourceParts } from "../../../base/parts.ts";
import type { Wire } from "../../../base/wire.ts";
import { checkWebhookUrl } from "../../../base/check-webhook-url.ts";
import { checkParams, findAction, requireRunner } from "../find-action.ts";
import type { TaskBody } from "../schema.ts";
import type { WirePrefix } from "../wire-prefix.ts";
import { checkCredential } from "./check-credential.ts";
import { storedTask } from "./codec.ts";

/** The dependencies of submissions. */
type SubmitParts = Pick<ResourceParts, "jobs" | "webhooks" | "ids" | "settings"> & {
  readonly wire: Wire;
};

/**
 * Submits a task (interface and decisions, 4.8).
 * @throws ServiceError `INVALID_REQUEST`, `NOT_FOUND`, `FORBIDDEN`, `AUTH_REQUIRED`,
 *   `AUTH_EXPIRED`, `ACTION_UNAVAILABLE`, `INSUFFICIENT_CREDITS`, `QUEUE_ERROR`
 */
export async function submitTask(
  parts: SubmitParts,
  call: KeyedCall<unknown, TaskBody>,
  { prefix }: WirePrefix,
): Promise<Answer> {
  const { body, caller, baseUrl, signal } = call;
  const { account } = caller;
  checkWebhookUrl(parts.webhooks, body.webhook_url);
  const action = await findAction(parts.wire, body.action_id, { account, signal });
  // What a parser made of JSON.
  const params = body.params as Readonly<Record<string, Json>>;
  checkParams(parts.wire, action, params);
  const connectUrl = connectUrlOf(parts, action.site.slug, baseUrl);
  const asked = { account, body, connectUrl, signal };
  const credential = await checkCredential(parts.wire, action, asked);
  requireRunner(parts.wire);
  const { id } = await parts.jobs.submit(
    {
      id: parts.ids.uuid(),
      account,
      type: "wire",
      action: action.info.action_id,
      url: "",
      country: null,
      request: storedTask(action, params, credential),
      baseUrl,
      webhookUrl: body.webhook_url ?? null,
      cost: action.info.credits_per_call,
    },
    { signal },
  );
  const poll_url = `${new URL(baseUrl).pathname}${prefix}/jobs/${id}`;
  return { status: 202, json: { status: "processing", job_id: id, poll_url } };
}

function connectUrlOf(
  { settings }: Pick<ResourceParts, "settings">,
  slug: string,
  baseUrl: string,
): string {
  return settings.connectUrl.replaceAll("{base_url}", baseUrl).replaceAll("{slug}", slug);
}
