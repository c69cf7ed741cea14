import { keyOfCharacter, type KeyChord } from "./key-chord.ts";
import type { Tab } from "./tab.ts";
import type { Key } from "./us-keyboard.ts";

/** The bits of held modifiers in CDP's Input domain. */
const modifierBits: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
/** Modifiers that turn a character into a command. */
const COMMAND = 1 | 2 | 4;
const SHIFT = 8;

/** What the Command key of a Mac does, which other systems' browsers do not know. */
const metaCommands: Readonly<Record<string, string>> = {
  KeyA: "selectAll",
  KeyC: "copy",
  KeyV: "paste",
  KeyX: "cut",
  KeyZ: "undo",
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The visitor's keyboard: a US one, with an input method for what it cannot type. */
export class Keyboard {
  readonly #tab: Tab;
  readonly #down: Key[] = [];

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Types a text key by key; a line break is the Enter key. */
  async type(text: string, signal: AbortSignal): Promise<void> {
    let composed = "";
    const insert = async (): Promise<void> => {
      if (composed === "") return;
      const command = { method: "Input.insertText", params: { text: composed } };
      composed = "";
      await this.#tab.send(command, signal);
    };
    for (const { segment } of graphemes.segment(text.replaceAll(/\r\n?/g, "\n"))) {
      const key = keyOfCharacter(segment);
      if (key === undefined) composed += segment;
      else {
        await insert();
        await this.#stroke(key, signal);
      }
    }
    await insert();
  }

  /** Presses a key while modifiers are held. */
  async press({ held, key }: KeyChord, signal: AbortSignal): Promise<void> {
    for (const modifier of held) await this.#press(modifier, signal);
    await this.#stroke(key, signal);
    for (const modifier of held.toReversed()) await this.#lift(modifier, signal);
  }

  /** Lets all keys go that are down because their stroke was cut short. */
  async release(signal: AbortSignal): Promise<void> {
    for (const key of this.#down.toReversed()) await this.#lift(key, signal);
  }

  /** Down and up go out together, which halves the time that a text takes. */
  async #stroke(key: Key, signal: AbortSignal): Promise<void> {
    await Promise.all([this.#press(key, signal), this.#lift(key, signal)]);
  }

  async #press(key: Key, signal: AbortSignal): Promise<void> {
    this.#down.push(key);
    const modifiers = this.#modifiers(key);
    const text = (modifiers & COMMAND) === 0 ? key.text : "";
    const command = modifiers === modifierBits["Meta"] ? metaCommands[key.code] : undefined;
    await this.#send(text === "" ? "rawKeyDown" : "keyDown", key, {
      ...(text !== "" && { text, unmodifiedText: text }),
      ...(command !== undefined && { commands: [command] }),
      modifiers,
      signal,
    });
  }

  async #lift(key: Key, signal: AbortSignal): Promise<void> {
    const index = this.#down.lastIndexOf(key);
    if (index !== -1) this.#down.splice(index, 1);
    await this.#send("keyUp", key, { modifiers: this.#modifiers(key), signal });
  }

  /** A sign that needs Shift is typed as if Shift were held. */
  #modifiers(key: Key): number {
    const own = key.needsShift === true ? SHIFT : 0;
    return this.#down.reduce((bits, { key }) => bits | (modifierBits[key] ?? 0), own);
  }

  async #send(type: string, key: Key, more: { signal: AbortSignal; modifiers: number }) {
    const { signal, ...rest } = more;
    const params = {
      type,
      key: key.key,
      code: key.code,
      windowsVirtualKeyCode: key.keyCode,
      location: key.location ?? 0,
      isKeypad: key.location === 3,
      ...rest,
    };
    await this.#tab.send({ method: "Input.dispatchKeyEvent", params }, signal);
  }
}
