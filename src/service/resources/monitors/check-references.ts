import { ServiceError } from "../../service-error.ts";
import { findSession } from "../sessions/find-session.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { MonitorBody } from "./schema.ts";

/** What a monitor leans on, of its body. */
export type References = Pick<
  MonitorBody,
  "sessionId" | "wireActionId" | "wireCredentialId" | "aiMode"
>;

/**
 * Checks that what a monitor leans on is there and the account's: session, action, credential, then
 * the model. Values of `specific_data` need none at submission: the page may have them in a form for programs.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `SESSION_NOT_SAVED`, `INVALID_REQUEST`,
 *   `CONFIGURATION_ERROR`
 */
export async function checkReferences(
  parts: Pick<MonitorParts, "sessions" | "actions" | "model">,
  body: References,
  call: { readonly account: string; readonly signal: AbortSignal },
): Promise<void> {
  const { account, signal } = call;
  const choice = { account, sessionId: body.sessionId ?? undefined };
  await findSession(parts, choice, { signal });
  await checkAction(parts, body.wireActionId, call);
  await checkCredential(parts, body.wireCredentialId, call);
  if (body.aiMode && parts.model === undefined) {
    throw new ServiceError("CONFIGURATION_ERROR", {
      message: "aiMode takes a language model, which judges changes, and this service has none.",
    });
  }
}

async function checkAction(
  { actions }: Pick<MonitorParts, "actions">,
  id: string | null,
  { account, signal }: { readonly account: string; readonly signal: AbortSignal },
): Promise<void> {
  if (id === null) return;
  const action = await actions?.byId(account, id, { signal });
  if (action === undefined) {
    throw new ServiceError("NOT_FOUND", { message: "There is no action of that 'wireActionId'." });
  }
  if (!action.isRead) {
    throw new ServiceError("INVALID_REQUEST", {
      message: "wireActionId: only actions that read are monitored.",
    });
  }
}

async function checkCredential(
  { actions }: Pick<MonitorParts, "actions">,
  id: string | null,
  { account, signal }: { readonly account: string; readonly signal: AbortSignal },
): Promise<void> {
  if (id === null) return;
  const owner = await actions?.credentialOwner(id, { signal });
  if (owner === undefined) {
    const message = "There is no credential of that 'wireCredentialId'.";
    throw new ServiceError("NOT_FOUND", { message });
  }
  if (owner !== account) {
    throw new ServiceError("FORBIDDEN", { message: "The credential belongs to another account." });
  }
}
