/** A key of the keyboard, as UI Events names it. */
export interface Key {
  /** The `key` value: "a", "Enter". */
  readonly key: string;
  /** The `code` value: "KeyA"; empty for a character that has no key of its own. */
  readonly code: string;
  /** The Windows virtual key code, which `keyCode` tells. */
  readonly keyCode: number;
  /** What it types; empty for a key that types nothing. */
  readonly text: string;
  /** The same key with Shift. */
  readonly shifted?: Key;
  /** Whether Shift must be held to type it. */
  readonly needsShift?: boolean;
  /** 0 standard, 1 left, 2 right, 3 numeric keypad. */
  readonly location?: number;
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const aboveDigits: readonly string[] = [")", "!", "@", "#", "$", "%", "^", "&", "*", "("];

/** Character, character with Shift, code, key code. */
const signs: readonly (readonly [string, string, string, number])[] = [
  [" ", " ", "Space", 32],
  [";", ":", "Semicolon", 186],
  ["=", "+", "Equal", 187],
  [",", "<", "Comma", 188],
  ["-", "_", "Minus", 189],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
  ["`", "~", "Backquote", 192],
  ["[", "{", "BracketLeft", 219],
  ["\\", "|", "Backslash", 220],
  ["]", "}", "BracketRight", 221],
  ["'", '"', "Quote", 222],
];

/** Keys whose `code` is their `key`, with their key codes. */
const named: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Pause: 19,
  CapsLock: 20,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  PrintScreen: 44,
  Insert: 45,
  Delete: 46,
  ContextMenu: 93,
  NumLock: 144,
  ScrollLock: 145,
  AudioVolumeMute: 173,
  AudioVolumeDown: 174,
  AudioVolumeUp: 175,
  MediaTrackNext: 176,
  MediaTrackPrevious: 177,
  MediaStop: 178,
  MediaPlayPause: 179,
  BrowserBack: 166,
  BrowserForward: 167,
  BrowserRefresh: 168,
  BrowserStop: 169,
  BrowserSearch: 170,
  BrowserFavorites: 171,
  BrowserHome: 172,
  Help: 47,
};

/** Modifiers: key, key code. */
const modifiers: Readonly<Record<string, number>> = { Shift: 16, Control: 17, Alt: 18, Meta: 91 };

/** Keys of the numeric keypad: code, character, key code. */
const keypad: readonly (readonly [string, string, number])[] = [
  ["NumpadMultiply", "*", 106],
  ["NumpadAdd", "+", 107],
  ["NumpadSubtract", "-", 109],
  ["NumpadDecimal", ".", 110],
  ["NumpadDivide", "/", 111],
];

function typed(base: string, shifted: string, place: readonly [string, number]): Key {
  const [code, keyCode] = place;
  const upper = { key: shifted, code, keyCode, text: shifted, needsShift: shifted !== base };
  return { key: base, code, keyCode, text: base, shifted: upper };
}

function* keys(): Generator<Key> {
  for (const letter of letters) {
    const upper = letter.toUpperCase();
    yield typed(letter, upper, [`Key${upper}`, upper.charCodeAt(0)]);
  }
  for (const [digit, sign] of aboveDigits.entries()) {
    yield typed(String(digit), sign, [`Digit${digit}`, 48 + digit]);
  }
  for (const [base, shifted, code, keyCode] of signs) yield typed(base, shifted, [code, keyCode]);
  yield { key: "Enter", code: "Enter", keyCode: 13, text: "\r" };
  for (const [key, keyCode] of Object.entries(named)) yield { key, code: key, keyCode, text: "" };
  for (let n = 1; n <= 24; n += 1) {
    yield { key: `F${n}`, code: `F${n}`, keyCode: 111 + n, text: "" };
  }
  for (const [key, keyCode] of Object.entries(modifiers)) {
    yield { key, code: `${key}Left`, keyCode, text: "", location: 1 };
    yield { key, code: `${key}Right`, keyCode, text: "", location: 2 };
  }
  for (let n = 0; n <= 9; n += 1) {
    yield { key: String(n), code: `Numpad${n}`, keyCode: 96 + n, text: String(n), location: 3 };
  }
  for (const [code, key, keyCode] of keypad) yield { key, code, keyCode, text: key, location: 3 };
  yield { key: "Enter", code: "NumpadEnter", keyCode: 13, text: "\r", location: 3 };
}

/** The keys of a US keyboard. */
export const usKeyboard: readonly Key[] = Object.freeze([...keys()]);
