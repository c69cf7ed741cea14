import { checkArgument } from "./arguments.ts";
import { CoreError } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * Completes programmer options with their defaults. An explicit `undefined` counts as absent;
 * an unknown name is refused, with the one that was probably meant and the known ones.
 * @throws CoreError `INVALID_OPTION`; `INVALID_ARGUMENT` for what is no object
 */
export function withDefaults<T extends object>(
  defaults: T,
  given: { readonly [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  if (given !== undefined) checkArgument("options", given, "object");
  const complete = { ...defaults };
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(defaults, name)) throw unknownName("option", name, Object.keys(defaults));
    if (value === undefined) continue;
    checkType(name, value, defaults[name as keyof T]);
    Object.assign(complete, { [name]: value });
  }
  return complete;
}

/** Names that options had before they said their unit. */
const FORMER: Readonly<Record<string, string>> = {
  deadline: "timeoutMs",
  expiresIn: "expiresInMs",
  maxAge: "maxAgeMs",
  window: "windowMs",
};

/** A switch, text or number stays what its default is; what else there is, its room checks. */
function checkType(name: string, value: unknown, standard: unknown): void {
  const type = typeof standard;
  if (type === typeof value || !["boolean", "string", "number"].includes(type)) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${name}' must be a ${type}; got ${JSON.stringify(value) ?? typeof value}.`,
    details: { option: name, value },
  });
}

/**
 * Refuses options given as the first argument, where collaborators stand, and names that are neither.
 * @param options an object that has every option's name
 * @param known the name of every collaborator; the compiler demands all of them
 * @throws CoreError `INVALID_OPTION`
 */
export function checkCollaborators<T extends object>(
  given: T,
  options: object,
  known: Readonly<Record<keyof NoInfer<T>, true>>,
): void {
  const names = Object.keys(known).join(", ");
  checkArgument(`collaborators, the first argument (${names}),`, given, "object");
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue;
    if (!Object.hasOwn(options, name)) throw unknownName("collaborator", name, Object.keys(known));
    throw new CoreError("INVALID_OPTION", {
      message: `'${name}' is an option, not a collaborator; pass options as the second argument.`,
      details: { option: name },
    });
  }
}

function unknownName(
  kind: "option" | "collaborator",
  name: string,
  known: readonly string[],
): CoreError {
  const all = `nown are ${known.join(", ")}.`;
  const hint = hintOf(name, known);
  return new CoreError("INVALID_OPTION", {
    message: `Unknown ${kind} '${name}'; ${hint === undefined ? `k${all}` : `${hint} K${all}`}`,
    details: { option: name },
  });
}

function hintOf(name: string, known: readonly string[]): string | undefined {
  const now = Object.hasOwn(FORMER, name) ? FORMER[name] : undefined;
  if (now !== undefined && known.includes(now)) return `it is called '${now}' now.`;
  const near = nearestName(name, known);
  return near === undefined ? undefined : `did you mean '${near}'?`;
}

/** Bounds of a numeric option, both ends included. */
export interface Bounds {
  readonly min: number;
  readonly max?: number;
  /** Whether fractions are refused. @default true */
  readonly integer?: boolean;
}

/**
 * Refuses a numeric option outside its bounds.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkNumber(name: string, value: number, bounds: Bounds): void {
  const { min, max = Number.POSITIVE_INFINITY, integer = true } = bounds;
  const fits = typeof value === "number" && value >= min && value <= max;
  if (fits && (!integer || Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option '${name}' must be a${integer ? " whole" : ""} number from ${min} to ${max}; got ${String(value)}.`,
    details: { option: name, value },
  });
}
