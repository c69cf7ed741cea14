import type { Json } from "../../../storage/index.ts";
import type { Action, Runner } from "../../../wire/index.ts";
import { invalidParams } from "./invalid-params.ts";
import { ServiceError } from "../../base/service-error.ts";
import type { Wire } from "../../base/wire.ts";

/**
 * The action as an account sees it.
 * @throws ServiceError `NOT_FOUND` for one that is unknown, or private to others
 */
export async function findAction(
  wire: Pick<Wire, "catalogOf">,
  id: string,
  call: { readonly account: string | undefined; readonly signal: AbortSignal },
): Promise<Action> {
  const action = (await wire.catalogOf(call.account, call)).action(id);
  if (action !== undefined) return action;
  throw new ServiceError("NOT_FOUND", { message: "There is no action with this 'action_id'." });
}

/**
 * Refuses parameters that the action does not take.
 * @throws ServiceError `INVALID_REQUEST` with `missing_fields`
 */
export function checkParams(
  { runner }: Pick<Wire, "runner">,
  action: Action,
  params: Readonly<Record<string, Json>>,
): void {
  const refusal = runner?.check(action, params);
  if (refusal === undefined) return;
  throw invalidParams(refusal.message, refusal.missingFields);
}

/** @throws ServiceError `ACTION_UNAVAILABLE` where nothing runs actions */
export function requireRunner({ runner }: Pick<Wire, "runner">): Runner {
  if (runner !== undefined) return runner;
  throw new ServiceError("ACTION_UNAVAILABLE", {
    message: "This service has no Wire runner, so it cannot run actions.",
  });
}
