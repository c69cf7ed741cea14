import type { Clock } from "../../../core/index.ts";
import type { ClientSocket } from "../../client-socket.ts";
import type { CdpEvent, CdpLink } from "../../cdp-link.ts";
import { objectOf, textOf } from "../../cdp-link.ts";
import { Film } from "./film.ts";
import { inTab } from "./in-tab.ts";
import { inputCommand } from "./perform-input.ts";
import type { Tab } from "./tab.ts";
import type { ToldMessage } from "./told-message.ts";
import { readViewerMessage, type ViewerMessage, type ViewerMessageOf } from "./viewer-message.ts";
import { pictureSize, webAddress } from "./view-bounds.ts";
import type { Tabs } from "./tabs.ts";

/** Close codes of the stream; our own page knows them. */
export const viewCodes = Object.freeze({
  /** The state is saved. */
  saved: 4000,
  /** The time is over, or somebody ended the session. */
  ended: 4001,
  /** Another viewer has taken the place. */
  replaced: 4002,
  /** The browser has written more to the disk than it may. */
  tooMuchStored: 4003,
  /** The host shuts down (RFC 6455, 7.4.1). */
  draining: 1001,
  /** The browser has ended by itself. */
  lost: 1011,
  /** A message that our own page would never send. */
  refused: 1008,
});

/** Commands that may wait for a page that hangs; what a person does beyond that is dropped. */
const MAX_UNANSWERED = 200;
/** Bytes that may wait to be sent before no more pictures are taken. */
const MAX_WAITING = 1_048_576;

/** What a view shows, and what it can have done. */
interface ViewParts {
  readonly clock: Clock;
  readonly link: CdpLink;
  readonly tabs: Tabs;
  readonly expiresIn: () => number;
  readonly name: () => string;
  /** Saves and ends the session; gives what there is to say when it cannot. */
  readonly save: (name: string) => Promise<string | undefined>;
}

/** A browser on one viewer's socket. */
export class View {
  readonly #parts: ViewParts;
  readonly #socket: ClientSocket;
  #shown: Tab | undefined;
  #size = pictureSize({ width: 1280, height: 720 });
  #film: Film | undefined;
  #isMoving = false;
  #isClosed = false;

  constructor(parts: ViewParts, socket: ClientSocket) {
    this.#parts = parts;
    this.#socket = socket;
  }

  /** Shows the browser until the socket is closed. */
  async run(): Promise<void> {
    const { tabs } = this.#parts;
    const closed = Promise.withResolvers<void>();
    this.#socket.onclose = () => closed.resolve();
    this.#socket.onmessage = (bytes) => this.#take(bytes);
    tabs.onchange = () => this.#tabsChanged();
    tabs.onevent = (event) => this.#ofFront(event);
    this.#tabsChanged();
    await closed.promise;
    this.#leave();
  }

  /** Ends the view. */
  close(code: number, reason: string): void {
    this.#leave();
    this.#socket.close(code, reason);
  }

  #leave(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { tabs } = this.#parts;
    tabs.onchange = undefined;
    tabs.onevent = undefined;
    this.#film?.stop();
  }

  #say(message: ToldMessage): void {
    if (!this.#isClosed) this.#socket.send(JSON.stringify(message));
  }

  #tabsChanged(): void {
    const { tabs, expiresIn, name } = this.#parts;
    const { front } = tabs;
    if (front !== this.#shown) this.#turnTo(front);
    this.#say({
      type: "state",
      name: name(),
      expiresInMs: expiresIn(),
      front: front?.id ?? "",
      url: front?.url ?? "",
      isLoading: front?.isLoading ?? false,
      dialog: front?.dialog ?? null,
      tabs: tabs.all.map(({ id, title, url }) => ({ id, title, url })),
    });
  }

  /** Turns from one tab to another. */
  #turnTo(tab: Tab | undefined): void {
    this.#film?.stop();
    this.#film = undefined;
    this.#shown = tab;
    if (tab === undefined) return;
    this.#applySize(tab);
    this.#film = new Film(this.#parts, tab);
    this.#film.start();
  }

  #applySize(tab: Tab): void {
    const metrics = { ...this.#size, deviceScaleFactor: 1, mobile: false };
    this.#parts.link.tell(inTab(tab, "Emulation.setDeviceMetricsOverride", metrics));
  }

  #ofFront({ method, params }: CdpEvent): void {
    if (method === "Page.screencastFrame") this.#picture(params);
    else if (method === "Page.fileChooserOpened") this.#say({ type: "notice", about: "file" });
  }

  #picture({ sessionId, metadata, data }: CdpEvent["params"]): void {
    if (this.#film === undefined || this.#isClosed) return;
    const isSent = this.#socket.waiting <= MAX_WAITING;
    if (isSent) {
      const { deviceWidth: width, deviceHeight: height } = objectOf(metadata);
      this.#say({ type: "picture", width, height });
      this.#socket.sendBytes(Buffer.from(textOf(data), "base64"));
    }
    this.#film.came(sessionId, isSent);
  }

  #take(bytes: Buffer): void {
    if (this.#isClosed) return;
    const message = readViewerMessage(bytes);
    if (message === undefined) this.close(viewCodes.refused, "not a message of the viewer");
    else this.#perform(message);
  }

  #perform(message: ViewerMessage): void {
    const { tabs } = this.#parts;
    switch (message.type) {
      case "drawn":
        return this.#film?.drawn();
      case "size":
        this.#size = pictureSize(message);
        if (this.#shown !== undefined) this.#applySize(this.#shown);
        return;
      case "tab":
        return message.kind === "show" ? tabs.show(message.id) : tabs.close(message.id);
      case "save":
        return void this.#save(message.name);
      default:
        if (this.#shown !== undefined) this.#inFront(this.#shown, message);
    }
  }

  #inFront(
    tab: Tab,
    message: Exclude<ViewerMessage, { type: "drawn" | "size" | "tab" | "save" }>,
  ): void {
    const { link } = this.#parts;
    if (message.type === "dialog") return this.#answer(tab, message);
    if (link.unanswered > MAX_UNANSWERED) return;
    if (message.type === "go") return this.#go(tab, message.url);
    if (message.type === "history") return this.#history(tab, message.to);
    const { method, params = {} } = inputCommand(message);
    if (message.type !== "mouse" || message.kind !== "move") {
      return link.tell(inTab(tab, method, params));
    }
    // A page that hangs does not get every move of the mouse.
    if (this.#isMoving) return;
    this.#isMoving = true;
    link
      .send(inTab(tab, method, params))
      .catch(() => {})
      .finally(() => (this.#isMoving = false));
  }

  #answer(tab: Tab, { accept, text }: ViewerMessageOf<"dialog">): void {
    if (tab.dialog === undefined) return;
    tab.dialog = undefined;
    const params = { accept, promptText: text };
    this.#parts.link.tell(inTab(tab, "Page.handleJavaScriptDialog", params));
  }

  #go(tab: Tab, text: string): void {
    const url = webAddress(text);
    if (url === undefined) return this.#say({ type: "notice", about: "address" });
    this.#parts.link.tell(inTab(tab, "Page.navigate", { url: url.href }));
  }

  #history(tab: Tab, to: ViewerMessageOf<"history">["to"]): void {
    const { link } = this.#parts;
    if (to === "reload") return link.tell(inTab(tab, "Page.reload"));
    if (to === "stop") return link.tell(inTab(tab, "Page.stopLoading"));
    this.#step(tab, to === "back" ? -1 : 1).catch(() => {});
  }

  async #step(tab: Tab, by: -1 | 1): Promise<void> {
    const { link } = this.#parts;
    const { entries, currentIndex } = await link.send(inTab(tab, "Page.getNavigationHistory"));
    const index = Number(currentIndex) + by;
    const entry: unknown = Array.isArray(entries) ? entries[index] : undefined;
    if (entry === undefined) return;
    // What was there before the website is a blank page, which nobody wants to see again.
    if (webAddress(textOf(objectOf(entry)["url"])) === undefined) return;
    const params = { entryId: objectOf(entry)["id"] };
    await link.send(inTab(tab, "Page.navigateToHistoryEntry", params));
  }

  async #save(name: string): Promise<void> {
    this.#say({ type: "saving" });
    const trouble = await this.#parts.save(name);
    if (trouble !== undefined) this.#say({ type: "unsaved", message: trouble });
  }
}
