import { DiffError } from "../diff-error.ts";

/** A step of a path; `all` stands for every element of an array or member of an object. */
export type PathStep =
  | { readonly kind: "member"; readonly key: string | number }
  | { readonly kind: "all" };

const MOST_STEPS = 200;

/** The root, where it is written. */
const ROOT = /^\$(?:\.(?=[^[])|(?=\[)|$)/s;

/** `.name` (without the dot at the start), `["name"]`, `[0]` or `[*]`. */
const STEP =
  /(?:(?<=.)\.|^)(?!\*)(?<name>[^.[\]]+)|\[(?:(?<index>0|[1-9]\d{0,9})|(?<all>\*)|(?<quoted>"(?:[^"\\]|\\.)*"))\]/suy;

/**
 * The steps of a path such as `items[0].price`; none for the whole document (`$` or nothing).
 * @throws DiffError `INVALID_PATH`
 */
export function parsePath(path: string): PathStep[] {
  if (typeof path !== "string") throw invalidPath(path);
  const text = path.replace(ROOT, "");
  const steps: PathStep[] = [];
  let end = 0;
  while (end < text.length) {
    STEP.lastIndex = end;
    const found = STEP.exec(text);
    if (found === null || steps.length === MOST_STEPS) throw invalidPath(path);
    steps.push(stepOf(found.groups ?? {}, path));
    end = STEP.lastIndex;
  }
  return steps;
}

function stepOf(parts: { readonly [name: string]: string | undefined }, path: string): PathStep {
  const { name, index, all, quoted } = parts;
  if (all !== undefined) return { kind: "all" };
  if (index !== undefined) return { kind: "member", key: Number(index) };
  if (name !== undefined) return { kind: "member", key: name };
  try {
    return { kind: "member", key: String(JSON.parse(quoted ?? "")) };
  } catch {
    throw invalidPath(path);
  }
}

function invalidPath(path: unknown): DiffError {
  const shown = typeof path === "string" ? JSON.stringify(path.slice(0, 200)) : typeof path;
  return new DiffError("INVALID_PATH", {
    message: `Expected a path such as items[0].price or $.items[*]["unit price"], of at most ${MOST_STEPS} steps; got ${shown}.`,
    details: { path },
  });
}
