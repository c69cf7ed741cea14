import type { ClientKeys } from "./client-keys.ts";
import type { ClientPage } from "./client-page.ts";
import type { ClientPicture } from "./client-picture.ts";
import type { TabDialog } from "../../viewer/tab.ts";
import type { ViewerState } from "../../viewer/told-message.ts";

/** Buttons, address, tabs, questions of the page, time and saving. */
export class ClientControls {
  /** Called when the person wants the browser in this page. */
  onagain: (() => void) | undefined;
  /** Whether nothing more will come. */
  isOver = false;
  readonly #page: ClientPage;
  readonly #picture: ClientPicture;
  readonly #keys: ClientKeys;
  readonly #address: HTMLInputElement;
  readonly #ask: HTMLDialogElement;
  readonly #naming: HTMLDialogElement;
  #isLoading = false;
  #endsAt = 0;
  #asked: string | null = null;
  #hiding: ReturnType<typeof setTimeout> | undefined;

  constructor(page: ClientPage, picture: ClientPicture, keys: ClientKeys) {
    this.#page = page;
    this.#picture = picture;
    this.#keys = keys;
    this.#address = page.find("address");
    this.#ask = page.find("ask");
    this.#naming = page.find("naming");
    this.#hearHistory();
    this.#hearAddress();
    this.#hearQuestions();
    this.#hearSaving();
    page.find("again").addEventListener("click", () => this.onagain?.());
    setInterval(() => {
      if (this.#endsAt !== 0 && !this.isOver) this.#showTime();
    }, 1000);
  }

  notice(text: string): void {
    const place = this.#page.find("notice");
    place.textContent = text;
    place.hidden = false;
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => (place.hidden = true), 5000);
  }

  showState(state: ViewerState): void {
    const address = this.#address;
    if (document.activeElement !== address) {
      address.value = /^https?:/.test(state.url) ? state.url : "";
    }
    this.#isLoading = state.isLoading;
    const reload = this.#page.find("reload");
    reload.title = state.isLoading ? "Stop" : "Reload";
    reload.setAttribute("aria-label", reload.title);
    if (!this.#naming.open) this.#page.find<HTMLInputElement>("name").value = state.name;
    this.#endsAt = performance.now() + state.expiresInMs;
    this.#showTime();
    this.#showTabs(state);
    this.#showQuestion(state.dialog, state.front);
  }

  showCover(title: string, text: string, canRetry = false): void {
    this.#page.find("cover-title").textContent = title;
    this.#page.find("cover-text").textContent = text;
    this.#page.find("again").hidden = !canRetry;
    const cover = this.#page.find("cover");
    cover.classList.toggle("over", this.#picture.isDrawn);
    cover.hidden = false;
  }

  uncover(): void {
    if (!this.isOver && this.#page.isOpen) this.#page.find("cover").hidden = true;
  }

  /** Nothing more will come: says why, and takes the controls away. */
  finish(title: string, text: string): void {
    this.isOver = true;
    const controls = "header button, header input, footer button, nav button";
    for (const control of document.querySelectorAll<HTMLButtonElement>(controls)) {
      control.disabled = true;
    }
    this.showCover(title, text);
  }

  /** The stream is closed: what is asked can no longer be answered. */
  closeDialogs(): void {
    for (const dialog of [this.#ask, this.#naming, this.#keys.pasting]) {
      if (!dialog.open) continue;
      dialog.returnValue = "gone";
      dialog.close();
    }
    this.#asked = null;
    this.#setSaving(false);
  }

  /** The login could not be saved: says why where its name is asked for. */
  unsaved(trouble: string): void {
    this.#setSaving(false);
    this.#showTrouble(trouble);
    this.#naming.returnValue = "no";
    if (!this.#naming.open) this.#naming.showModal();
  }

  #hearHistory(): void {
    for (const to of ["back", "forward"] as const) {
      const say = (): void => this.#page.say({ type: "history", to });
      this.#page.find(to).addEventListener("click", say);
    }
    this.#page.find("reload").addEventListener("click", () => {
      this.#page.say({ type: "history", to: this.#isLoading ? "stop" : "reload" });
    });
  }

  #hearAddress(): void {
    const address = this.#address;
    this.#page.find("go").addEventListener("submit", (event) => {
      event.preventDefault();
      const url = address.value.toWellFormed();
      if (url.trim() !== "") this.#page.say({ type: "go", url });
      address.blur();
      if (!matchMedia("(pointer: coarse)").matches) this.#keys.focus();
    });
    address.addEventListener("focus", () => address.select());
  }

  #showTabs({ tabs, front }: ViewerState): void {
    const place = this.#page.find("tabs");
    place.hidden = tabs.length < 2;
    const shown = tabs.map(({ id, title, url }) => {
      const tab = document.createElement("div");
      tab.className = "tab";
      const words = title || url || "New tab";
      const say = (kind: "show" | "close") => () => this.#page.say({ type: "tab", id, kind });
      const show = this.#button(words, words, say("show"));
      if (id === front) show.setAttribute("aria-current", "true");
      tab.append(show, this.#button("\u00d7", `Close ${words}`, say("close")));
      return tab;
    });
    place.replaceChildren(...shown);
  }

  #button(text: string, label: string, run: () => void): HTMLButtonElement {
    const made = document.createElement("button");
    made.textContent = text;
    made.title = label;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", run);
    return made;
  }

  /** The same question is not asked twice while it is open. */
  #showQuestion(question: TabDialog | null, front: string): void {
    const now = question === null ? null : JSON.stringify([front, question]);
    if (now === this.#asked) return;
    this.#asked = now;
    if (this.#ask.open) this.#ask.close();
    if (question === null) return;
    const text = this.#page.find<HTMLInputElement>("ask-text");
    this.#page.find("ask-message").textContent = question.message;
    text.hidden = question.kind !== "prompt";
    text.value = question.initial;
    this.#page.find("ask-cancel").hidden = question.kind === "alert";
    this.#ask.showModal();
  }

  #hearQuestions(): void {
    const answer = (accept: boolean): void => {
      if (this.#asked === null) return;
      this.#asked = null;
      const text = this.#page.find<HTMLInputElement>("ask-text").value.toWellFormed();
      this.#page.say({ type: "dialog", accept, text });
    };
    this.#page.find<HTMLFormElement>("ask-form").addEventListener("submit", ({ submitter }) => {
      answer(submitter?.getAttribute("value") === "yes");
    });
    this.#ask.addEventListener("cancel", () => answer(false));
  }

  #showTime(): void {
    const left = Math.max(0, Math.ceil((this.#endsAt - performance.now()) / 1000));
    const time = this.#page.find("time");
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    time.classList.toggle("short", left <= 60);
  }

  #hearSaving(): void {
    const naming = this.#naming;
    this.#page.find("save").addEventListener("click", () => {
      this.#showTrouble("");
      naming.returnValue = "no";
      naming.showModal();
    });
    naming.addEventListener("close", () => {
      if (naming.returnValue !== "yes") return;
      this.#setSaving(true);
      const name = this.#page.find<HTMLInputElement>("name").value.trim().toWellFormed();
      this.#page.say({ type: "save", name });
    });
  }

  #showTrouble(text: string): void {
    const place = this.#page.find("naming-trouble");
    place.textContent = text;
    place.hidden = text === "";
  }

  #setSaving(isSaving: boolean): void {
    const save = this.#page.find<HTMLButtonElement>("save");
    save.disabled = isSaving;
    save.textContent = isSaving ? "Saving\u2026" : "Save login";
  }
}
