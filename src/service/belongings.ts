import { isCdpProxyError, type RecordingStore, type SessionStore } from "../cdp-proxy/index.ts";
import { isMonitorError, type Monitors } from "../monitor/index.ts";
import type { Call } from "../storage/index.ts";
import { isWebhookError, type Webhooks } from "../webhooks/index.ts";
import type { IdentityStore } from "./identities/identity-store.ts";
import type { SourceStore } from "./identities/source-store.ts";
import type { OwnPages } from "./own-pages.ts";
import type { PrivateActionStore } from "./private-actions/private-action-store.ts";
import type { SourceStore as AiSourceStore } from "./resources/ai-visibility/source-store.ts";
import type { BuildStore } from "./resources/wire/builds/build-store.ts";
import type { RecipeBook } from "./recipes/recipe-book.ts";
import type { Belonging } from "./accounts/removed-accounts.ts";

/** What keeps things of accounts. */
interface BelongingsParts {
  readonly sessions: Pick<SessionStore, "list" | "remove"> | undefined;
  readonly recordings: Pick<RecordingStore, "removeOf">;
  readonly monitors: Pick<Monitors, "list" | "remove">;
  readonly webhooks: {
    readonly endpoints: Pick<Webhooks["endpoints"], "list" | "remove">;
    readonly secrets: Pick<Webhooks["secrets"], "remove">;
  };
  readonly recipes: Pick<RecipeBook, "removeOf">;
  readonly ownPages: Pick<OwnPages, "removeOf">;
  readonly builds: Pick<BuildStore, "removeOf">;
  readonly aiSources: Pick<AiSourceStore, "removeOf">;
  readonly privateActions: Pick<PrivateActionStore, "removeOf">;
  readonly identities: {
    readonly store: Pick<IdentityStore, "removeOf">;
    readonly sources: Pick<SourceStore, "removeOf">;
  };
}

/** What goes with an account, besides what ends by itself. */
export function belongings({
  sessions,
  recordings,
  monitors,
  webhooks,
  recipes,
  ownPages,
  builds,
  aiSources,
  privateActions,
  identities,
}: BelongingsParts): Belonging[] {
  return [
    { removeOf: async (owner, call) => sessions && (await removeSessions(sessions, owner, call)) },
    recordings,
    recipes,
    ownPages,
    builds,
    aiSources,
    privateActions,
    identities.store,
    identities.sources,
    { removeOf: (owner, call) => removeMonitors(monitors, owner, call) },
    { removeOf: (account, call) => removeReceivers(webhooks, account, call) },
  ];
}

async function removeSessions(
  sessions: Pick<SessionStore, "list" | "remove">,
  owner: string,
  call: Call,
): Promise<void> {
  for (const { id } of await sessions.list({ owner }, call)) {
    try {
      await sessions.remove(id, call);
    } catch (error) {
      // Its connection ends; then it is removed, if nobody else has done it.
      const isPassing =
        isCdpProxyError(error, "SESSION_IN_USE") || isCdpProxyError(error, "SESSION_NOT_FOUND");
      if (!isPassing) throw error;
    }
  }
}

async function removeMonitors(
  monitors: Pick<Monitors, "list" | "remove">,
  owner: string,
  call: Call,
): Promise<void> {
  for (const { id } of await monitors.list({ owner, ...call })) {
    try {
      await monitors.remove(id, call);
    } catch (error) {
      if (!isMonitorError(error, "UNKNOWN_MONITOR")) throw error;
    }
  }
}

/** Endpoints with what waits for them, and the default secret. */
async function removeReceivers(
  { endpoints, secrets }: BelongingsParts["webhooks"],
  account: string,
  call: Call,
): Promise<void> {
  for (const { id } of await endpoints.list(account, call)) {
    try {
      await endpoints.remove(account, id, call);
    } catch (error) {
      if (!isWebhookError(error, "NOT_FOUND")) throw error;
    }
  }
  await secrets.remove(account, call);
}
