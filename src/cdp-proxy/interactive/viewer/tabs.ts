import { objectOf, textOf, type CdpEvent, type CdpLink, type CdpObject } from "../../cdp-link.ts";
import { inTab } from "./in-tab.ts";
import { setUpTab } from "./set-up-tab.ts";
import type { Tab } from "./tab.ts";

/** Most origins of a session that are remembered, newest last. */
const MAX_ORIGINS = 50;
/** Most tabs; a page that opens more has the newest closed. */
const MAX_TABS = 20;

/** What tabs there shall be. */
interface TabsChoice {
  /** The start page. */
  readonly home: string;
  /** Whether they have windows that a person sees and closes; they are left alone then. */
  readonly isWindowed: boolean;
}

/** The pages of a browser: which there are, which one is in front, and where they have been. */
export class Tabs {
  /** Called when anything of them has changed. */
  onchange: (() => void) | undefined;
  /** Takes the events of the tab in front that are not the tabs' own affair. */
  onevent: ((event: CdpEvent) => void) | undefined;
  /** Called when the last window was closed. */
  onempty: (() => void) | undefined;
  readonly #link: CdpLink;
  readonly #choice: TabsChoice;
  readonly #tabs = new Map<string, Tab>();
  /** Targets that are being attached to. */
  readonly #coming = new Set<string>();
  readonly #origins = new Set<string>();
  #front: Tab | undefined;
  #isFrozen = false;

  constructor(link: CdpLink, choice: TabsChoice) {
    this.#link = link;
    this.#choice = choice;
    link.onevent = (event) => this.#take(event);
  }

  /** Begins to watch the browser, and opens the start page in its first tab. */
  async start(): Promise<void> {
    if (!this.#choice.isWindowed) {
      const params = { behavior: "deny" };
      await this.#link.send({ method: "Browser.setDownloadBehavior", params });
    }
    const { targetInfos } = await this.#link.send({ method: "Target.getTargets" });
    const found = Array.isArray(targetInfos) ? targetInfos.map(objectOf) : [];
    const first = found.find((target) => target["type"] === "page");
    if (first !== undefined) await this.#add(first);
    await this.#link.send({ method: "Target.setDiscoverTargets", params: { discover: true } });
    await this.#goHome();
  }

  get front(): Tab | undefined {
    return this.#front;
  }

  get all(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** Origins that were visited: `https://host[:port]`. */
  get origins(): readonly string[] {
    return [...this.#origins];
  }

  /** Takes no notice of new tabs, while the state is saved through pages of its own. */
  freeze(isFrozen: boolean): void {
    this.#isFrozen = isFrozen;
  }

  /** Puts a tab in front; without effect when there is none of that id. */
  show(id: string): void {
    const tab = this.#tabs.get(id);
    if (tab === undefined) return;
    this.#front = tab;
    if (!this.#choice.isWindowed) this.#link.tell(inTab(tab, "Page.bringToFront"));
    this.onchange?.();
  }

  close(id: string): void {
    if (!this.#tabs.has(id)) return;
    this.#link.tell({ method: "Target.closeTarget", params: { targetId: id } });
  }

  #take(event: CdpEvent): void {
    const { method, params } = event;
    if (method === "Target.targetCreated") this.#created(objectOf(params["targetInfo"]));
    else if (method === "Target.targetInfoChanged") this.#changed(objectOf(params["targetInfo"]));
    else if (method === "Target.targetDestroyed") this.#destroyed(textOf(params["targetId"]));
    else this.#ofTab(event);
  }

  #created(target: CdpObject): void {
    if (target["type"] !== "page" || this.#isFrozen) return;
    const id = textOf(target["targetId"]);
    if (this.#tabs.has(id) || this.#coming.has(id)) return;
    if (this.#tabs.size + this.#coming.size >= MAX_TABS) {
      this.#link.tell({ method: "Target.closeTarget", params: { targetId: id } });
      return;
    }
    // It may be closed again before it is attached to.
    this.#add(target).catch(() => {});
  }

  async #add(target: CdpObject): Promise<void> {
    const id = textOf(target["targetId"]);
    this.#coming.add(id);
    try {
      const params = { targetId: id, flatten: true };
      const attached = await this.#link.send({ method: "Target.attachToTarget", params });
      const tab: Tab = {
        id,
        sessionId: textOf(attached["sessionId"]),
        title: textOf(target["title"]),
        url: textOf(target["url"]),
        isLoading: false,
        dialog: undefined,
      };
      this.#tabs.set(id, tab);
      this.#visited(tab.url);
      if (!this.#choice.isWindowed) setUpTab(this.#link, tab);
    } finally {
      this.#coming.delete(id);
    }
    // Windows that a login opens are what the person has to see next.
    this.show(id);
  }

  #changed(target: CdpObject): void {
    const tab = this.#tabs.get(textOf(target["targetId"]));
    if (tab === undefined) return;
    tab.title = textOf(target["title"]);
    tab.url = textOf(target["url"]);
    this.#visited(tab.url);
    this.onchange?.();
  }

  #destroyed(id: string): void {
    const tab = this.#tabs.get(id);
    if (tab === undefined) return;
    this.#tabs.delete(id);
    if (this.#front === tab) {
      this.#front = undefined;
      const last = this.all.at(-1);
      if (last !== undefined) this.show(last.id);
      else if (this.#choice.isWindowed) this.onempty?.();
      else this.#goHome().catch(() => {});
    }
    this.onchange?.();
  }

  /** In the tab in front, or in a new one when there is none. */
  async #goHome(): Promise<void> {
    const url = this.#choice.home;
    if (this.#front === undefined) {
      await this.#link.send({ method: "Target.createTarget", params: { url } });
      return;
    }
    // A page that never begins to answer is shown like any other.
    this.#link.tell(inTab(this.#front, "Page.navigate", { url }));
  }

  #ofTab(event: CdpEvent): void {
    const tab = this.all.find(({ sessionId }) => sessionId === event.sessionId);
    if (tab === undefined) return;
    if (event.method === "Page.frameNavigated") {
      this.#visited(textOf(objectOf(event.params["frame"])["url"]));
    } else if (this.#changesTab(tab, event)) {
      this.onchange?.();
    } else if (tab === this.#front) {
      this.onevent?.(event);
    }
  }

  #changesTab(tab: Tab, { method, params }: CdpEvent): boolean {
    const isMain = params["frameId"] === tab.id;
    switch (method) {
      case "Page.frameStartedLoading":
      case "Page.frameStoppedLoading":
        if (isMain) this.#loads(tab, method === "Page.frameStartedLoading");
        return isMain;
      case "Page.javascriptDialogOpening":
        this.#asks(tab, params);
        return true;
      case "Page.javascriptDialogClosed":
        tab.dialog = undefined;
        return true;
      default:
        return false;
    }
  }

  /** Chromium tells of a new address, but not always of the title that comes with it. */
  #loads(tab: Tab, isLoading: boolean): void {
    tab.isLoading = isLoading;
    if (isLoading) return;
    this.#link
      .send({ method: "Target.getTargetInfo", params: { targetId: tab.id } })
      .then(({ targetInfo }) => this.#changed(objectOf(targetInfo)))
      // It may be closed by now.
      .catch(() => {});
  }

  #asks(tab: Tab, params: CdpObject): void {
    const kind = params["type"];
    if (kind === "alert" || kind === "confirm" || kind === "prompt") {
      const initial = textOf(params["defaultPrompt"]);
      tab.dialog = { kind, message: textOf(params["message"]), initial };
      return;
    }
    // A page that asks whether it may be left.
    this.#link.tell(inTab(tab, "Page.handleJavaScriptDialog", { accept: true }));
  }

  #visited(text: string): void {
    const url = URL.parse(text);
    if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return;
    this.#origins.delete(url.origin);
    this.#origins.add(url.origin);
    const [oldest] = this.#origins;
    if (this.#origins.size > MAX_ORIGINS && oldest !== undefined) this.#origins.delete(oldest);
  }
}
