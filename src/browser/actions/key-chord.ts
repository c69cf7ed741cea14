import { usKeyboard, type Key } from "./us-keyboard.ts";

/** A key with the modifiers that are held meanwhile. */
export interface KeyChord {
  readonly held: readonly Key[];
  readonly key: Key;
}

/** What people and other tools call the keys, in lower case, without spaces, `_` and `-`. */
const otherNames: Readonly<Record<string, string>> = {
  return: "enter",
  esc: "escape",
  del: "delete",
  ins: "insert",
  bksp: "backspace",
  up: "arrowup",
  down: "arrowdown",
  left: "arrowleft",
  right: "arrowright",
  pgup: "pageup",
  pgdn: "pagedown",
  pgdown: "pagedown",
  spacebar: "space",
  ctrl: "control",
  ctl: "control",
  option: "alt",
  opt: "alt",
  altgraph: "alt",
  altgr: "alt",
  cmd: "meta",
  command: "meta",
  super: "meta",
  win: "meta",
  windows: "meta",
  os: "meta",
  controlormeta: "control",
  cmdorctrl: "control",
  commandorcontrol: "control",
  mod: "control",
  menu: "contextmenu",
  plus: "+",
  minus: "-",
};

const byName = new Map<string, Key>();
const byCharacter = new Map<string, Key>();
for (const key of usKeyboard) {
  for (const name of [key.code, key.key].map((name) => name.toLowerCase())) {
    if (name.length > 1 && !byName.has(name)) byName.set(name, key);
  }
  for (const { text } of [key, key.shifted ?? key]) {
    if (text !== "" && !byCharacter.has(text))
      byCharacter.set(text, key.text === text ? key : (key.shifted ?? key));
  }
}

const modifierKeys: readonly string[] = ["Alt", "Control", "Meta", "Shift"];

function isModifier({ key }: Key): boolean {
  return modifierKeys.includes(key);
}

/** The key of a US keyboard for a character; undefined where there is none. */
export function keyOfCharacter(character: string): Key | undefined {
  if (character === "\n") return byName.get("enter");
  return character === "\t" ? byName.get("tab") : byCharacter.get(character);
}

/** Reads "Enter", "a", "é", "Control+Shift+K"; undefined when it names no key. */
export function parseKeyChord(text: string): KeyChord | undefined {
  const names = split(text);
  const last = names.pop();
  const held = names.map(keyOf);
  const key = last === undefined ? undefined : keyOf(last);
  if (key === undefined || !held.every((held) => held !== undefined && isModifier(held))) {
    return undefined;
  }
  return { held: held.filter((key) => key !== undefined), key: inChord(key, held) };
}

/** A `+` at the end is the key itself: "+", "Control++". */
function split(text: string): string[] {
  if (text === "+") return [text];
  return text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
}

function keyOf(name: string): Key | undefined {
  const character = keyOfCharacter(name);
  if (character !== undefined) return character;
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, "");
  const known = otherNames[plain] ?? plain;
  return byName.get(known) ?? byCharacter.get(otherNames[plain] ?? "") ?? unknownCharacter(name);
}

/** A character that a US keyboard does not have comes from some other keyboard. */
function unknownCharacter(name: string): Key | undefined {
  const [first, second] = name;
  if (first === undefined || second !== undefined || /[\p{C}\p{Z}]/u.test(first)) return undefined;
  return { key: first, code: "", keyCode: 0, text: first };
}

/** "Control+A" is said of the key that bears an A; only Shift makes the letter a capital. */
function inChord(key: Key, held: readonly (Key | undefined)[]): Key {
  if (held.length === 0) return key;
  const base = usKeyboard.find(({ code }) => code === key.code) ?? key;
  return held.some((held) => held?.key === "Shift") ? (base.shifted ?? base) : base;
}
