import { isPlainObject } from "../run/json-path.ts";
import { paramsFault } from "../run/run-fault.ts";

/** A part of an operation's request that is not its body. */
export interface OperationParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly type: string | null;
  readonly description: string | null;
}

/** An operation that reads: `get` of a path. */
export interface ReadOperation {
  /** Its `operationId`, or `GET /path` where it has none. */
  readonly id: string;
  readonly path: string;
  readonly summary: string | null;
  readonly parameters: readonly OperationParameter[];
}

type Document = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI 3 or Swagger 2 document as JSON.
 * @throws RunFault for anything else
 */
export function readOpenApi(text: string, url: string): Document {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw paramsFault(`${url} is not JSON; only OpenAPI documents in JSON are supported.`);
  }
  const isOpenApi =
    isPlainObject(document) &&
    (typeof document["openapi"] === "string" || document["swagger"] === "2.0") &&
    isPlainObject(document["paths"]);
  if (isOpenApi) return document as Document;
  throw paramsFault(`${url} is not an OpenAPI 3 or Swagger 2 document (parameter 'document').`);
}

/** The operations that read, in the order of the document. */
export function readOperations(document: Document): ReadOperation[] {
  const paths = Object.entries(membersOf(document, "paths"));
  return paths.flatMap(([path, item]) => {
    const get = membersOf(item, "get");
    if (Object.keys(get).length === 0) return [];
    const shared = [...listOf(item, "parameters"), ...listOf(get, "parameters")];
    const byPlace = new Map<string, OperationParameter>();
    for (const given of shared) {
      const parameter = parameterOf(resolved(given, document), document);
      if (parameter !== undefined) byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
    }
    const summary = textOf(get, "summary") ?? textOf(get, "description");
    const id = textOf(get, "operationId") ?? `GET ${path}`;
    return [{ id, path, summary, parameters: [...byPlace.values()] }];
  });
}

/** The address that paths follow, relative to the document's; undefined where the document names none. */
export function serverOf(document: Document, url: string): string | undefined {
  if (document["swagger"] === undefined) {
    const [server] = listOf(document, "servers");
    const template = textOf(server, "url");
    if (template === null) return URL.parse("/", url)?.href;
    const variables = membersOf(server, "variables");
    const filled = template.replaceAll(
      /\{([^{}]+)\}/g,
      (_, name: string) => textOf(variables[name], "default") ?? "",
    );
    return URL.parse(filled, url)?.href;
  }
  const [scheme = new URL(url).protocol.slice(0, -1)] = listOf(document, "schemes").map(String);
  const host = textOf(document, "host") ?? new URL(url).host;
  return URL.parse(`${scheme}://${host}${textOf(document, "basePath") ?? "/"}`)?.href;
}

function parameterOf(given: unknown, document: Document): OperationParameter | undefined {
  const [name, place] = [textOf(given, "name"), textOf(given, "in")];
  if (name === null || place === null || place === "body") return undefined;
  const schema = resolved(membersOf(given, "schema"), document);
  return {
    name,
    in: place,
    required: place === "path" || membersOf(given)["required"] === true,
    type: textOf(schema, "type") ?? textOf(given, "type"),
    description: textOf(given, "description"),
  };
}

/** What a reference within the document means; the value itself when it is none. */
function resolved(value: unknown, document: Document): unknown {
  const reference = textOf(value, "$ref");
  if (reference === null || !reference.startsWith("#/")) return value;
  const names = reference.slice(2).split("/");
  return names.reduce<unknown>(
    (at, name) => membersOf(at)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

function membersOf(value: unknown, name?: string): Document {
  const object = name === undefined ? value : own(value, name);
  return isPlainObject(object) ? object : {};
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = own(value, name);
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown, name: string): string | null {
  const text = own(value, name);
  return typeof text === "string" && text !== "" ? text : null;
}

function own(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
