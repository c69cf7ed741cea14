import type { Json } from "../../../storage/index.ts";
import type { Action } from "../../../wire/index.ts";
import { ServiceError } from "../../base/service-error.ts";
import { findSession } from "../../base/find-session.ts";
import { owned } from "../../base/owned.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { MonitorBody } from "./schema.ts";

/** What a monitor leans on, of its body. */
type References = Pick<
  MonitorBody,
  "sessionId" | "wireActionId" | "wireCredentialId" | "wireParams" | "aiMode"
>;

/**
 * Checks that what a monitor leans on is there and the account's: session, action, credential, then
 * the model. Values of `specific_data` need none at submission: the page may have them in a form for programs.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `SESSION_NOT_SAVED`, `INVALID_REQUEST`,
 *   `CONFIGURATION_ERROR`
 */
export async function checkReferences(
  parts: Pick<MonitorParts, "sessions" | "wire" | "model">,
  body: References,
  call: { readonly account: string; readonly signal: AbortSignal },
): Promise<void> {
  const { account, signal } = call;
  const choice = { account, sessionId: body.sessionId ?? undefined };
  await findSession(parts, choice, { signal });
  const action = await checkAction(parts, body, call);
  await checkCredential(parts, { id: body.wireCredentialId, action }, call);
  if (body.aiMode && parts.model === undefined) {
    throw new ServiceError("CONFIGURATION_ERROR", {
      message: "aiMode needs a language model that judges changes, and this service has none.",
    });
  }
}

async function checkAction(
  { wire }: Pick<MonitorParts, "wire">,
  { wireActionId: id, wireParams }: Pick<References, "wireActionId" | "wireParams">,
  call: { readonly account: string; readonly signal: AbortSignal },
): Promise<Action | undefined> {
  if (id === null) return undefined;
  const action = (await wire.catalogOf(call.account, call)).action(id);
  if (action === undefined) {
    throw new ServiceError("NOT_FOUND", {
      message: "There is no action with this 'wireActionId'.",
    });
  }
  if (action.info.type === "write")
    throw refused("wireActionId: only actions that read can be monitored.");
  // What a parser made of JSON.
  const refusal = wire.runner?.check(action, wireParams as Readonly<Record<string, Json>>);
  if (refusal !== undefined) throw refused(`wireParams: ${refusal.message}`);
  return action;
}

async function checkCredential(
  { wire }: Pick<MonitorParts, "wire">,
  { id, action }: { readonly id: string | null; readonly action: Action | undefined },
  { account, signal }: { readonly account: string; readonly signal: AbortSignal },
): Promise<void> {
  if (id === null) return;
  const credential = await wire.credentials?.credential(id, { signal });
  if (credential === undefined) {
    const message = "There is no credential with this 'wireCredentialId'.";
    throw new ServiceError("NOT_FOUND", { message });
  }
  owned("credential", credential, account);
  if (action !== undefined && credential.catalog !== action.site.slug) {
    const message = `The credential is for ${credential.catalog}, but the action is of ${action.site.slug}.`;
    throw new ServiceError("FORBIDDEN", { message });
  }
}

function refused(message: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { message });
}
