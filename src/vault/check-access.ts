import { checkArgument } from "../core/index.ts";
import type { VaultAccess, VaultDescriptor, VaultField, VaultMethod } from "./provider.ts";
import { VaultError } from "./vault-error.ts";

/** UTF-16 units of a field's value after trimming; no token or list of vaults is near it. */
export const LONGEST_FIELD = 16_384;

/**
 * The access with its fields trimmed and empty optional ones left out, when it is what the provider
 * documents. Values never enter an error. `examples/70-vault-adapter.ts` begins each call with it.
 * @throws VaultError `INVALID_ACCESS` for an unknown method, and for fields that are missing (with
 *   `missingFields`), no text, longer than {@link LONGEST_FIELD} or not of their pattern;
 *   `UNKNOWN_FIELD` with `unknownFields`
 */
export function checkAccess(descriptor: VaultDescriptor, access: VaultAccess): VaultAccess {
  checkArgument("descriptor of checkAccess(descriptor, access)", descriptor, "object");
  checkArgument("methods of a vault's descriptor", descriptor.methods, "array");
  checkArgument("access, { method, fields },", access, "object");
  const method = descriptor.methods.find(({ id }) => id === access.method);
  if (method === undefined) {
    const known = descriptor.methods.map(({ id }) => id).join(", ");
    throw invalid(`Unknown method of ${descriptor.type}; expected one of ${known}.`);
  }
  refuseUnknown(method, access.fields);
  const given = method.fields.map(({ name }) => [name, trimmed(name, access.fields)] as const);
  const fields = Object.fromEntries(given.filter(([, value]) => value !== ""));
  refuseMissing(method, fields);
  for (const field of method.fields) checkValue(field, fields[field.name]);
  return { method: method.id, fields };
}

function refuseUnknown({ id, fields }: VaultMethod, given: VaultAccess["fields"]): void {
  const known = new Set(fields.map(({ name }) => name));
  const unknownFields = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => name.slice(0, 100));
  if (unknownFields.length === 0) return;
  throw new VaultError("UNKNOWN_FIELD", {
    message: `The method ${id} has no field ${unknownFields.slice(0, 10).join(", ")}; its fields are ${[...known].join(", ")}.`,
    details: { unknownFields },
  });
}

function trimmed(name: string, fields: VaultAccess["fields"]): string {
  if (!Object.hasOwn(fields, name)) return "";
  // Given by a stranger, whatever the type says.
  const value: unknown = fields[name];
  if (value === undefined) return "";
  if (typeof value === "string") return value.trim();
  throw invalid(`Field '${name}' must be a string.`);
}

function refuseMissing({ id, fields }: VaultMethod, given: VaultAccess["fields"]): void {
  const missingFields = fields
    .filter(({ name, required }) => required && given[name] === undefined)
    .map(({ name }) => name);
  if (missingFields.length === 0) return;
  throw new VaultError("INVALID_ACCESS", {
    message: `The method ${id} needs ${missingFields.join(", ")}.`,
    details: { missingFields },
  });
}

function checkValue({ name, label, pattern }: VaultField, value: string | undefined): void {
  if (value === undefined) return;
  if (value.length > LONGEST_FIELD) {
    throw invalid(`Field '${name}' is longer than ${LONGEST_FIELD} characters.`);
  }
  if (pattern === undefined || new RegExp(pattern).test(value)) return;
  throw invalid(`Field '${name}' is not a valid ${label}; it must match ${pattern}.`);
}

function invalid(message: string): VaultError {
  return new VaultError("INVALID_ACCESS", { message, details: {} });
}
