import { markup } from "../../markup.ts";
import type { Move, Outcome, Visit } from "../../page.ts";
import { filled } from "../filled.ts";

type Act = (visit: Visit) => Promise<Move>;

/** Goes back to the monitor when it is done. */
function acting(said: string, run: (visit: Visit, id: string) => Promise<unknown>): Act {
  return async (visit) => {
    const { id = "" } = visit.params;
    await run(visit, id);
    return { to: `/monitors/${encodeURIComponent(id)}`, said };
  };
}

/** Begins a check. */
export const runMonitor = acting("The check begins.", ({ api, signal }, id) =>
  api.runMonitor({ id }, { signal }),
);

/** Stops the schedule. */
export const pauseMonitor = acting("It is paused.", ({ api, signal }, id) =>
  api.pauseMonitor({ id }, { signal }),
);

/** Goes on with the schedule. */
export const resumeMonitor = acting("It is checked by its schedule again.", ({ api, signal }, id) =>
  api.resumeMonitor({ id }, { signal }),
);

/** Sets when it stops by itself. */
export const setExpiry = acting("The end is set.", ({ api, form, signal }, id) =>
  api.setMonitorExpiry({ id, expiresAt: filled(form, "expiresAt") ?? null }, { signal }),
);

/** Stops watching a page of a site. */
export const excludePage = acting("The page is no longer watched.", ({ api, form, signal }, id) =>
  api.excludeMonitorPage({ id, url: form.get("url") ?? "" }, { signal }),
);

/** Watches a page of a site again. */
export const restorePage = acting("The page is watched again.", ({ api, form, signal }, id) =>
  api.restoreMonitorPage({ id, url: form.get("url") ?? "" }, { signal }),
);

/** Sends an alert once more. */
export const retryAlert = acting("It is sent again.", ({ api, params, signal }, id) =>
  api.retryMonitorDelivery({ id, deliveryId: params["delivery"] ?? "" }, { signal }),
);

/** Sends an alert with invented values. */
export async function testAlert({ api, params, base, signal }: Visit): Promise<Outcome> {
  const { id = "" } = params;
  const { success, message } = await api.testMonitorAlert({ id }, { signal });
  const to = `/monitors/${encodeURIComponent(id)}`;
  if (success) return { to, said: "The test alert was taken." };
  const body = markup`<p class="notice bad" role="alert">${message}</p><p><a class="button" href="${base}${to}">Back to the monitor</a></p>`;
  return { title: "The test alert failed", body };
}

/** Removes it. */
export async function deleteMonitor({ api, params, signal }: Visit): Promise<Move> {
  await api.deleteMonitor({ id: params["id"] ?? "" }, { signal });
  return { to: "/monitors", said: "The monitor is deleted." };
}
