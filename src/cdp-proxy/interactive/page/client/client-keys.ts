import type { ViewerMessageOf } from "../../viewer/viewer-message.ts";
import type { ClientPage } from "./client-page.ts";

/** A key as the remote browser is told of it. */
type KeyParts = Pick<ViewerMessageOf<"key">, "key" | "code" | "keyCode" | "location"> &
  Partial<Pick<ViewerMessageOf<"key">, "text" | "modifiers" | "repeat">>;

/** Keys, input methods and the clipboard: a field that nobody sees takes them all. */
export class ClientKeys {
  readonly pasting: HTMLDialogElement;
  readonly #page: ClientPage;
  readonly #field: HTMLTextAreaElement;
  readonly #pressed = new Map<string, KeyParts>();
  /** On-screen keyboards tell of a deletion only where there is something to delete. */
  readonly #filling = "\u200b\u200b";
  #isComposing = false;

  constructor(page: ClientPage) {
    this.#page = page;
    this.#field = page.find("keys");
    this.pasting = page.find("pasting");
    this.#hearKeys();
    this.#hearWriting();
    this.#hearButtons();
  }

  focus(): void {
    this.#fill();
    this.#field.focus({ preventScroll: true });
  }

  /** CDP's bits of Alt, Ctrl and Shift; Command counts as Ctrl. */
  modifiersOf(event: MouseEvent | KeyboardEvent): number {
    const control = event.ctrlKey || event.metaKey;
    return (event.altKey ? 1 : 0) | (control ? 2 : 0) | (event.shiftKey ? 8 : 0);
  }

  #fill(): void {
    const { length } = (this.#field.value = this.#filling);
    this.#field.setSelectionRange(length, length);
  }

  #write(text: string): void {
    for (let start = 0; start < text.length;) {
      let end = Math.min(start + 8000, text.length);
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1;
      this.#page.say({ type: "text", text: text.slice(start, end).toWellFormed() });
      start = end;
    }
  }

  #key(kind: "down" | "up", parts: KeyParts): void {
    const { key, code, keyCode, location, text = "", modifiers = 0, repeat = false } = parts;
    if (key.length > 32 || code.length > 32 || keyCode > 255) return;
    this.#page.say({ type: "key", kind, key, code, keyCode, location, text, modifiers, repeat });
  }

  #press(name: string, keyCode: number, text = ""): void {
    const parts = { key: name, code: name, keyCode, location: 0 };
    this.#key("down", { ...parts, text });
    this.#key("up", parts);
  }

  #hearKeys(): void {
    const field = this.#field;
    field.addEventListener("keydown", (event) => this.#keyDown(event));
    field.addEventListener("keyup", (event) => {
      const parts = this.#pressed.get(event.code);
      if (parts === undefined) return;
      event.preventDefault();
      this.#pressed.delete(event.code);
      this.#key("up", { ...parts, modifiers: this.modifiersOf(event) });
    });
    field.addEventListener("blur", () => {
      for (const parts of this.#pressed.values()) this.#key("up", parts);
      this.#pressed.clear();
      this.#page.find("type").setAttribute("aria-pressed", "false");
    });
    field.addEventListener("focus", () =>
      this.#page.find("type").setAttribute("aria-pressed", "true"),
    );
  }

  #keyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (this.#isComposed(event)) return;
    if (key === "F6") {
      event.preventDefault();
      return this.#page.find("address").focus();
    }
    const isCommand = event.ctrlKey || event.metaKey;
    if (key === "Meta" || (isCommand && key.toLowerCase() === "v")) return;
    event.preventDefault();
    const { code, keyCode, location, repeat } = event;
    const parts = { key, code, keyCode, location };
    this.#pressed.set(code, parts);
    this.#key("down", { ...parts, ...this.#written(event, isCommand), repeat });
  }

  /** Whether an input method takes a key. */
  #isComposed({ isComposing, keyCode, key }: KeyboardEvent): boolean {
    return isComposing || keyCode === 229 || key === "Unidentified" || key === "Dead";
  }

  /** What a key writes, and with which modifiers; AltGr arrives as Ctrl and Alt, and writes. */
  #written(event: KeyboardEvent, isCommand: boolean): Pick<KeyParts, "text" | "modifiers"> {
    const { key } = event;
    const modifiers = this.modifiersOf(event);
    const isOneSign = key.length <= 2 && Array.from(key).length === 1;
    if (!isOneSign || (isCommand && !event.getModifierState("AltGraph"))) {
      return { text: key === "Enter" ? "\r" : "", modifiers };
    }
    return { text: key, modifiers: isCommand ? modifiers & 8 : modifiers };
  }

  #hearWriting(): void {
    const field = this.#field;
    field.addEventListener("compositionstart", () => (this.#isComposing = true));
    field.addEventListener("compositionupdate", ({ data }) => {
      if (data.length <= 1024) this.#page.say({ type: "compose", text: data.toWellFormed() });
    });
    field.addEventListener("compositionend", ({ data }) => {
      this.#isComposing = false;
      if (data === "") this.#page.say({ type: "compose", text: "" });
      else this.#write(data);
      this.#fill();
    });
    field.addEventListener("input", (event) => {
      if (!this.#isComposing) this.#take(event.inputType);
    });
    field.addEventListener("paste", (event) => {
      event.preventDefault();
      this.#write(event.clipboardData?.getData("text/plain") ?? "");
    });
  }

  /** What an on-screen keyboard did to the field. */
  #take(kind: string): void {
    if (kind === "deleteContentBackward" || kind === "deleteWordBackward") {
      this.#press("Backspace", 8);
    } else if (kind === "deleteContentForward") this.#press("Delete", 46);
    else if (kind === "insertLineBreak" || kind === "insertParagraph") {
      this.#press("Enter", 13, "\r");
    } else if (kind !== "insertCompositionText") {
      const text = this.#field.value.replaceAll("\u200b", "");
      if (text !== "") this.#write(text);
    }
    this.#fill();
  }

  #hearButtons(): void {
    const type = this.#page.find("type");
    type.addEventListener("pointerdown", (event) => event.preventDefault());
    type.addEventListener("click", () => {
      if (document.activeElement === this.#field) this.#field.blur();
      else this.focus();
    });
    const text = this.#page.find<HTMLTextAreaElement>("pasting-text");
    this.#page.find("paste").addEventListener("click", () => {
      const reading = navigator.clipboard?.readText() ?? Promise.reject(new Error("no clipboard"));
      reading.then(
        (read) => this.#write(read),
        () => {
          // Not allowed, or not there without https: the person pastes it here.
          text.value = "";
          this.pasting.returnValue = "no";
          this.pasting.showModal();
        },
      );
    });
    this.pasting.addEventListener("close", () => {
      if (this.pasting.returnValue === "yes") this.#write(text.value);
      text.value = "";
    });
  }
}
