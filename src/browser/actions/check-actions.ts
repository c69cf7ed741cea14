import { nearestName } from "../../core/index.ts";
import { ActionError } from "./action-error.ts";
import { actionDefaults } from "./action-defaults.ts";
import { actionLimits } from "./action-limits.ts";
import type { Action, ActionType } from "./action.ts";
import { parseKeyChord } from "./key-chord.ts";

/** The fields of one action as they came, and where it stands. */
interface Candidate {
  readonly index: number;
  readonly type: ActionType;
  readonly fields: Readonly<Record<string, unknown>>;
}

const readers: Readonly<Record<ActionType, (given: Candidate) => Action>> = {
  wait: (given) => ({ type: "wait", milliseconds: milliseconds(given, actionLimits.wait) }),
  wait_for: (given) => ({
    type: "wait_for",
    selector: selector(given),
    milliseconds: isAbsent(given, "milliseconds")
      ? actionDefaults.milliseconds
      : milliseconds(given, actionLimits.waitFor),
  }),
  click: (given) => ({ type: "click", selector: selector(given) }),
  scroll: (given) => ({
    type: "scroll",
    direction: direction(given),
    selector: isAbsent(given, "selector") ? actionDefaults.selector : selector(given),
  }),
  write: (given) => ({ type: "write", text: text(given) }),
  press: (given) => ({ type: "press", key: key(given) }),
};

/** Every field that an action of some type has. */
const fieldNames: readonly string[] = [
  "type",
  "selector",
  "milliseconds",
  "direction",
  "text",
  "key",
];

/**
 * Reads a list of actions that came from a stranger: as JSON, say. Fields that are not known are
 * left out; defaults are filled in. Whether a selector is valid CSS only the page can tell.
 * @throws ActionError `INVALID_ACTION` with `details.index`, and `details.field` where one is wrong
 * @example
 * ```ts
 * import { checkActions } from "dragline/actions";
 *
 * const actions = checkActions(JSON.parse('[{"type": "click", "selector": "#more"}]'));
 * console.log(actions.length);
 * ```
 */
export function checkActions(value: unknown): readonly Action[] {
  if (!Array.isArray(value)) {
    throw new ActionError("INVALID_ACTION", {
      message: `Actions must be an array; got ${nameOf(value)}.`,
    });
  }
  if (value.length > actionLimits.actions) {
    throw new ActionError("INVALID_ACTION", {
      message: `At most ${actionLimits.actions} actions are allowed; got ${value.length}.`,
      details: { index: actionLimits.actions },
    });
  }
  const actions = Array.from(value, readAction);
  checkTotalWait(actions);
  return Object.freeze(actions);
}

function readAction(value: unknown, index: number): Action {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ActionError("INVALID_ACTION", {
      message: `action ${index}: must be an object; got ${nameOf(value)}.`,
      details: { index },
    });
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const type = fields["type"];
  if (!isType(type)) {
    throw new ActionError("INVALID_ACTION", {
      message: `action ${index}: 'type' must be one of ${Object.keys(readers).join(", ")}; got ${nameOf(type)}.`,
      details: { index, field: "type" },
    });
  }
  return Object.freeze(readers[type]({ index, type, fields }));
}

function isType(value: unknown): value is ActionType {
  return typeof value === "string" && Object.hasOwn(readers, value);
}

function checkTotalWait(actions: readonly Action[]): void {
  let total = 0;
  for (const [index, action] of actions.entries()) {
    if (action.type !== "wait") continue;
    total += action.milliseconds;
    if (total <= actionLimits.totalWait) continue;
    throw new ActionError("INVALID_ACTION", {
      message: `action ${index} (wait): all waits together must be at most ${actionLimits.totalWait} milliseconds; the waits up to here take ${total}.`,
      details: { index, type: "wait", field: "milliseconds" },
    });
  }
}

/** JSON from strangers says `null` where it means nothing. */
function isAbsent({ fields }: Candidate, field: string): boolean {
  return fields[field] === undefined || fields[field] === null;
}

function milliseconds(given: Candidate, max: number): number {
  const value = given.fields["milliseconds"];
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max) {
    return value;
  }
  throw wrong(given, "milliseconds", `a whole number from 1 to ${max}`);
}

function selector(given: Candidate): string {
  const value = given.fields["selector"];
  if (typeof value === "string" && value.trim() !== "" && fits(value, actionLimits.selector)) {
    return value;
  }
  throw wrong(given, "selector", `a CSS selector of 1 to ${actionLimits.selector} characters`);
}

function text(given: Candidate): string {
  const value = given.fields["text"];
  if (typeof value === "string" && fits(value, actionLimits.text)) return value;
  throw wrong(given, "text", `a string of at most ${actionLimits.text} characters`);
}

function direction(given: Candidate): "up" | "down" {
  const direction = isAbsent(given, "direction")
    ? actionDefaults.direction
    : given.fields["direction"];
  if (direction === "up" || direction === "down") return direction;
  throw wrong(given, "direction", `"up" or "down"`);
}

function key(given: Candidate): string {
  const value = given.fields["key"];
  if (typeof value === "string" && value.length <= 100 && parseKeyChord(value) !== undefined) {
    return value;
  }
  throw wrong(given, "key", `the name of a key, such as "Enter" or "Control+A"`);
}

/** Counts code points, and stops where there are too many. */
function fits(value: string, max: number): boolean {
  return value.length <= max || (value.length <= 2 * max && Array.from(value).length <= max);
}

/** The field in the place of one that lacks, which no action has. */
function misspelt(fields: Candidate["fields"], missing: string): string | undefined {
  return Object.keys(fields).find(
    (name) => !fieldNames.includes(name) && nearestName(name, [missing]) !== undefined,
  );
}

function wrong({ index, type, fields }: Candidate, field: string, expected: string): ActionError {
  const near = fields[field] === undefined ? misspelt(fields, field) : undefined;
  const hint =
    near === undefined ? "" : `; '${near.slice(0, 40)}' is unknown, did you mean '${field}'?`;
  const came = `${nameOf(fields[field], field)}${hint}`;
  return new ActionError("INVALID_ACTION", {
    message: `action ${index} (${type}): '${field}' must be ${expected}; got ${came}.`,
    details: { index, type, field },
  });
}

/** Says what a value is. Text to type may be a password, so only its length is shown. */
function nameOf(value: unknown, field?: string): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "string")
    return typeof value === "object" ? "an object" : `a ${typeof value}`;
  if (field === "text" || value.length > 40) return `a string of ${value.length} units`;
  return JSON.stringify(value);
}
