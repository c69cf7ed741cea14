/** Longest message of a viewer, in bytes. */
const MAX_MESSAGE = 65_536;
/** Most characters that are written or pasted at once. */
const MAX_TEXT = 32_768;
/** Largest side of a page in pixels. */
const MAX_SIDE = 4096;
/** CDP's bits of Alt, Ctrl, Meta and Shift. */
const ALL_MODIFIERS = 15;

type Check<Value> = (value: unknown) => value is Value;

function whole(min: number, max: number): Check<number> {
  return (value): value is number => Number.isSafeInteger(value) && between(value, min, max);
}

function real(min: number, max: number): Check<number> {
  return (value): value is number => Number.isFinite(value) && between(value, min, max);
}

function between(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

function text(max: number): Check<string> {
  return (value): value is string =>
    typeof value === "string" && value.length <= max && value.isWellFormed();
}

function oneOf<const Word extends string>(...words: readonly Word[]): Check<Word> {
  return (value): value is Word => words.some((word) => word === value);
}

const flag: Check<boolean> = (value): value is boolean => typeof value === "boolean";

/** What a viewer may say: every member of each message, none of them optional. */
const shapes = {
  /** A picture was drawn. */
  drawn: {},
  /** The picture's place has another size. */
  size: { width: whole(1, MAX_SIDE), height: whole(1, MAX_SIDE) },
  /** Without the right button: its menu is a window of its own, which nobody would see. */
  mouse: {
    kind: oneOf("down", "up", "move"),
    x: real(0, MAX_SIDE),
    y: real(0, MAX_SIDE),
    button: oneOf("none", "left", "middle"),
    buttons: whole(0, 5),
    clicks: whole(0, 3),
    modifiers: whole(0, ALL_MODIFIERS),
  },
  wheel: {
    x: real(0, MAX_SIDE),
    y: real(0, MAX_SIDE),
    dx: real(-MAX_SIDE, MAX_SIDE),
    dy: real(-MAX_SIDE, MAX_SIDE),
    modifiers: whole(0, ALL_MODIFIERS),
  },
  key: {
    kind: oneOf("down", "up"),
    key: text(32),
    code: text(32),
    keyCode: whole(0, 255),
    location: whole(0, 3),
    /** What the key writes; empty for none. */
    text: text(8),
    modifiers: whole(0, ALL_MODIFIERS),
    repeat: flag,
  },
  /** What was written or pasted as a whole. */
  text: { text: text(MAX_TEXT) },
  /** What an input method has composed so far. */
  compose: { text: text(1024) },
  go: { url: text(2048) },
  history: { to: oneOf("back", "forward", "reload", "stop") },
  tab: { id: text(64), kind: oneOf("show", "close") },
  dialog: { accept: flag, text: text(MAX_TEXT) },
  /** Saves under a name; an empty one is the name of the start. */
  save: { name: text(100) },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Check<unknown>>>>>;

type Shapes = typeof shapes;
type ValueOf<Checked> = Checked extends Check<infer Value> ? Value : never;

/** A message of a kind. */
export type ViewerMessageOf<Type extends keyof Shapes> = { readonly type: Type } & {
  readonly [Name in keyof Shapes[Type]]: ValueOf<Shapes[Type][Name]>;
};

/** What a viewer says. */
export type ViewerMessage = { [Type in keyof Shapes]: ViewerMessageOf<Type> }[keyof Shapes];

/** A viewer's message; undefined for what our own page would never send. */
export function readViewerMessage(bytes: Buffer): ViewerMessage | undefined {
  const value = bytes.length > MAX_MESSAGE ? undefined : parsed(bytes);
  if (typeof value !== "object" || value === null) return undefined;
  const { type, ...members } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return undefined;
  const shape: Readonly<Record<string, Check<unknown>>> = shapes[type as keyof Shapes];
  const checks = Object.entries(shape);
  const isWhole =
    Object.keys(members).length === checks.length &&
    checks.every(([name, check]) => Object.hasOwn(members, name) && check(members[name]));
  return isWhole ? (value as ViewerMessage) : undefined;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
