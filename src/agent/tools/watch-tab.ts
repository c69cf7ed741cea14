import type { CdpSession } from "../../browser/index.ts";
import type { News } from "../view/news.ts";

/** Dialogs during one call of a tool, from which on the page's scripts are stopped. */
const MOST_DIALOGS = 20;
/** Characters of a dialog's words, and of a file's name. */
const LONGEST = 500;

/**
 * Run in the page that floods: with scripts stopped its timers still wait, and Chromium lets them fire for
 * a moment when the page is left; a dialog that opens then can be answered by nobody.
 */
const quieten = `(function quieten(view) {
  view.alert = view.confirm = view.prompt = () => {};
  for (let at = 0; at < view.length; at += 1) {
    try { quieten(view[at]); } catch {}
  }
})(window)`;

interface Dialog {
  readonly type: "alert" | "confirm" | "prompt" | "beforeunload";
  readonly message: string;
  readonly defaultPrompt?: string;
}

interface Download {
  readonly guid: string;
  readonly suggestedFilename: string;
}

/**
 * Answers the dialogs of a tab at once, since a page with an open dialog stands still, and tells of them
 * and of downloads. Each is accepted, a prompt with what it suggests: a model that clicked did ask for
 * it. A page that shows one after the other runs no script until there is another: Chromium can never
 * leave a page that shows a dialog just when it is left. The session is the caller's.
 */
export function watchTab(session: CdpSession, news: News): void {
  const send = (method: string, params: object = {}): void => {
    // Somebody else was quicker, or the page is gone.
    session.send(method, params).catch(() => {});
  };
  const names = new Map<string, string>();
  let isStopped = false;
  session.on("Page.javascriptDialogOpening", (event) => {
    const { type, message, defaultPrompt = "" } = event as Dialog;
    send("Page.handleJavaScriptDialog", { accept: true, promptText: defaultPrompt });
    tellDialog(news, { type, message, defaultPrompt });
    if (news.dialogs <= MOST_DIALOGS) return;
    isStopped = true;
    send("Emulation.setScriptExecutionDisabled", { value: true });
    send("Runtime.terminateExecution");
    send("Runtime.evaluate", { expression: quieten });
    news.add("It showed one after the other: it runs no script until another page is opened.");
  });
  session.on("Page.frameNavigated", (event) => {
    const { frame } = event as { readonly frame: { readonly parentId?: string } };
    if (!isStopped || frame.parentId !== undefined) return;
    isStopped = false;
    send("Emulation.setScriptExecutionDisabled", { value: false });
    // The page that came did so without its scripts.
    send("Page.reload");
  });
  session.on("Page.downloadWillBegin", (event) => {
    const { guid, suggestedFilename } = event as Download;
    names.set(guid, suggestedFilename);
    const heard = `download: ${JSON.stringify(suggestedFilename.slice(0, LONGEST))}`;
    news.add("A download began.", { key: guid, heard });
  });
  session.on("Page.downloadProgress", (event) => {
    const { guid, state } = event as { readonly guid: string; readonly state: string };
    const name = names.get(guid);
    if (name === undefined || state === "inProgress") return;
    names.delete(guid);
    const end = state === "completed" ? "was kept where the browser keeps them" : "was not kept";
    const heard = `download: ${JSON.stringify(name.slice(0, LONGEST))}`;
    news.add(`A download began and ${end}.`, { key: guid, heard });
  });
  send("Page.enable");
}

function tellDialog(news: News, { type, message, defaultPrompt }: Required<Dialog>): void {
  if (type === "beforeunload") {
    news.addDialog("The page asked whether it may be left, and it was.", `${type}: ${message}`);
    return;
  }
  const how = type === "prompt" ? ` with ${JSON.stringify(defaultPrompt.slice(0, LONGEST))}` : "";
  const words = JSON.stringify(message.slice(0, LONGEST));
  news.addDialog(`A dialog (${type}) was accepted.`, `${type}: ${words}${how}`);
}
