import { isPlainObject } from "../run/json-path.ts";
import { paramsFault } from "../run/run-fault.ts";
import type { OperationParameter, ReadOperation } from "./operations.ts";

/** A request for an operation. */
interface OperationRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The request of an operation with arguments: those of the path as one segment each, lists in the query
 * as repeated members.
 * @throws RunFault for an argument that is missing, unknown or of no use in its place
 */
export function operationRequest(
  { id, path, parameters }: ReadOperation,
  server: string,
  given: Readonly<Record<string, unknown>>,
): OperationRequest {
  checkNames(id, parameters, given);
  const url = new URL(server.replace(/\/$/, "") + filledPath(path, parameters, given));
  const headers: Record<string, string> = {};
  for (const { name, in: place } of parameters) {
    const value = given[name];
    if (value === undefined || value === null || place === "path") continue;
    if (place === "query") {
      for (const each of Array.isArray(value) ? value : [value]) {
        url.searchParams.append(name, plain(name, each));
      }
    } else if (place === "header") headers[name] = plain(name, value);
    else
      throw paramsFault(
        `Argument '${name}' belongs in a ${place}, which this action does not send.`,
      );
  }
  return { url: url.href, headers };
}

function checkNames(
  id: string,
  parameters: readonly OperationParameter[],
  given: Readonly<Record<string, unknown>>,
): void {
  const known = parameters.map(({ name }) => name);
  const stray = Object.keys(given).find((name) => !known.includes(name));
  if (stray !== undefined) {
    throw paramsFault(
      `Operation '${id}' has no argument '${stray}'; known arguments are: ${known.join(", ") || "none"}.`,
    );
  }
  const missing = parameters.find(({ name, required }) => required && given[name] == null);
  if (missing !== undefined) {
    throw paramsFault(`Operation '${id}' needs the argument '${missing.name}'.`);
  }
}

function filledPath(
  path: string,
  parameters: readonly OperationParameter[],
  given: Readonly<Record<string, unknown>>,
): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const isKnown = parameters.some((one) => one.in === "path" && one.name === name);
    const text = isKnown ? plain(name, given[name]) : "";
    if (text === "" || text === "." || text === "..") {
      throw paramsFault(
        `Argument '${name}' is not valid as part of a path: ${JSON.stringify(text)}.`,
      );
    }
    return encodeURIComponent(text);
  });
}

function plain(name: string, value: unknown): string {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const kind = isPlainObject(value) ? "an object" : "a list";
  throw paramsFault(`Argument '${name}' must be a string, a number or a boolean; got ${kind}.`);
}
