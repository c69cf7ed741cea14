import type { AcquireFailure, ActionRequest, SiteActions } from "../../../monitor/index.ts";
import type { Call, Json } from "../../../storage/index.ts";
import type { Action, Credential } from "../../../wire/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { runSignedIn } from "./run-signed-in.ts";
import { filesMember } from "./tasks/codec.ts";
import { TASK_TIMEOUT } from "./tasks/wire-kind.ts";
import { TaskFiles } from "./tasks/task-files.ts";

type Acquired = Awaited<ReturnType<SiteActions["run"]>>;
type Parts = Pick<KindParts, "wire" | "blobs" | "ids">;

/** Runs actions for monitors: what a task would give, without a job (decisions, 4.6). */
export function monitoredActions(parts: Parts): SiteActions {
  return { run: (request, signal) => runOnce(parts, request, { signal }) };
}

async function runOnce(parts: Parts, request: ActionRequest, call: Call): Promise<Acquired> {
  const { wire, blobs, ids } = parts;
  const action = (await wire.catalogOf(request.owner, call)).action(request.actionId);
  if (action === undefined) return failure("NOT_FOUND", "the action no longer exists");
  if (wire.runner === undefined) return failure("NOT_CONFIGURED", "the service has no Wire runner");
  if (action.info.type === "write")
    return failure("NOT_FOUND", "the action now writes; only actions that read can be monitored");
  const credential = await openCredential(parts, { request, action }, call);
  if (credential !== undefined && "status" in credential) return credential;
  const id = ids.uuid();
  const files = new TaskFiles(blobs);
  try {
    const { runner } = wire;
    const { signal } = call;
    const result = await runSignedIn(
      wire,
      { id: request.credentialId ?? undefined, credential },
      {
        signal,
        run: (login) =>
          runner.run(action, {
            params: request.params,
            credential: login,
            signal,
            timeoutMs: TASK_TIMEOUT,
            fileKey: files.keysOf(id),
          }),
      },
    );
    if (result.status === "completed") {
      const made = filesMember(files.inOrder(result.files));
      const data = made.files === undefined ? result.data : (made as Json);
      return { status: "completed", result: data };
    }
    const { code, message } = result.error;
    return failure(code, message);
  } finally {
    await files.remove(id, call);
  }
}

/** What a run signs in with; the account's own still, of the action's site, and active. */
async function openCredential(
  { wire }: Parts,
  { request, action }: { readonly request: ActionRequest; readonly action: Action },
  call: Call,
): Promise<Credential | AcquireFailure | undefined> {
  const { credentialId: id, owner } = request;
  const { auth_mode: mode } = action.info;
  if (mode === "none") return undefined;
  if (id === null) {
    return mode === "optional"
      ? undefined
      : failure("AUTH_REQUIRED", "the action needs a credential");
  }
  const found = await wire.credentials?.credential(id, call);
  if (found?.account !== owner || found.catalog !== action.site.slug) {
    return failure("AUTH_EXPIRED", "the credential no longer exists");
  }
  if (found.state === "expired") return failure("AUTH_EXPIRED", "the credential has expired");
  const opened = await wire.credentials?.open(id, call);
  return opened ?? failure("AUTH_EXPIRED", "the credential no longer exists");
}

function failure(code: string, error: string): AcquireFailure {
  return { status: "failed", code, error, isHostDown: false };
}
