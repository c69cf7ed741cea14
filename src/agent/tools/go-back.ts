import { ActionError, type DriverPage } from "../../browser/index.ts";
import { openSession } from "../../browser/internal.ts";

/**
 * Goes to the page before, in a tab's history.
 * @throws ActionError `ACTION_FAILED` where there is none; what the driver throws; the signal's reason
 */
export async function goBack(page: DriverPage, signal: AbortSignal): Promise<undefined> {
  const session = await openSession(page);
  try {
    const history = (await session.send("Page.getNavigationHistory")) as {
      readonly currentIndex: number;
      readonly entries: readonly { readonly id: number }[];
    };
    signal.throwIfAborted();
    const entry = history.entries[history.currentIndex - 1];
    if (entry === undefined) {
      const reason = "there is no page before this one";
      throw new ActionError("ACTION_FAILED", { message: `${reason}.`, details: { reason } });
    }
    await session.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  } finally {
    await session.detach().catch(() => {});
  }
}
