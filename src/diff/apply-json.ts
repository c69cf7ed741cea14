import { checkArgument } from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import { JsonDraft } from "./json/json-draft.ts";
import { invalidDiff, parsePointer } from "./json/pointer.ts";
import type { JsonDiff, PatchOperation } from "./json-diff.ts";

/**
 * What a difference makes of the document before: the document after. `before` and the difference
 * stay as they are; the result shares values with both.
 * @param diff a difference, or its patch alone: operations `add`, `remove`, `replace` and `move` of
 *   JSON Patch (RFC 6902)
 * @throws DiffError `INVALID_DIFF` when changes are missing from it, or it does not fit the document
 * @see {@link diffJson} for an example
 */
export function applyJson(before: Json, diff: JsonDiff | readonly PatchOperation[]): Json {
  const steps = Array.isArray(diff) ? diff : (diff as JsonDiff | undefined)?.patch;
  checkArgument("diff of applyJson(before, diff)", steps, "array");
  if ("omitted" in diff && diff.omitted) throw invalidDiff("changes are missing from it");
  const draft = new JsonDraft(before);
  for (const operation of "patch" in diff ? diff.patch : diff) apply(draft, operation);
  return draft.document;
}

function apply(draft: JsonDraft, operation: PatchOperation): void {
  const path = parsePointer(operation.path);
  switch (operation.op) {
    case "add":
      draft.add(path, valueOf(operation));
      break;
    case "replace":
      draft.replace(path, valueOf(operation));
      break;
    case "remove":
      draft.remove(path);
      break;
    case "move":
      move(draft, parsePointer(operation.from), path);
      break;
    default:
      throw invalidDiff("it has an operation other than add, remove, replace and move");
  }
}

/** A patch by a stranger may lack it. */
function valueOf(operation: { readonly value?: Json }): Json {
  if (operation.value === undefined) throw invalidDiff("an operation has no value");
  return operation.value;
}

function move(draft: JsonDraft, from: readonly string[], path: readonly string[]): void {
  const isInside = path.length > from.length && from.every((key, index) => key === path[index]);
  if (isInside) throw invalidDiff("a value cannot be moved into itself");
  draft.add(path, draft.remove(from));
}
