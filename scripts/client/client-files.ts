import { createService } from "../../src/service/index.ts";
import {
  contentTypes,
  routesOf,
  type Description,
  type Route,
  type Schema,
} from "./description.ts";
import { membersText, typeText } from "./type-text.ts";

/** Routes that act on websites: one whose answer was lost is not sent again. */
const acting = new Set(["Wire", "Legacy Wire", "Identities", "AI browser tasks", "Connections"]);

/** Lines of types of which the calls have a file of their own. */
const LONGEST_TYPES = 200;

const written = "// Written by `npm run client` from the service's description.\n";

/** The files that are written, by path, with their text. */
export async function clientFiles(): Promise<Readonly<Record<string, string>>> {
  await using service = createService();
  const response = await service.fetch(new Request("http://localhost/v1/openapi.json"));
  const description = (await response.json()) as Description;
  const routes = routesOf(description);
  return {
    ...apiFiles(description, routes),
    "src/client/call-table.ts": tableText(routes),
    "src/client/list-fields.ts": listFieldsText(description, routes),
  };
}

/** A file for each family of routes: its types that no family before it has, and its calls. */
function apiFiles(
  { components: { schemas } }: Description,
  routes: readonly Route[],
): Record<string, string> {
  const homes = new Map<string, string>();
  const families = [...Map.groupBy(routes, ({ tags }) => tags[0] ?? "Other")];
  const files = families.flatMap(([tag, own]) => {
    const file = fileOf(tag);
    const reached = namesReached(schemas, own);
    const fresh = reached.filter((name) => !homes.has(name));
    for (const name of fresh) homes.set(name, file);
    const types = fresh.map((name) =>
      declarationText(name, schemas[name] ?? {}, uses(name, schemas, routes)),
    );
    const calls = `/** Calls of the family "${tag}". */\nexport interface ${callsOf(tag)} {\n${own.map(callText).join("")}}\n`;
    const isLong = types.join("\n").split("\n").length > LONGEST_TYPES;
    const bodies = isLong
      ? [[file, types.join("\n")] as const, [`${file}-calls`, calls] as const]
      : [[file, [...types, calls].join("\n")] as const];
    return bodies.map(([name, body]) => [
      `src/client/api/${name}.ts`,
      `${written}${importsOf(body, homes, name)}\n${body}`,
    ]);
  });
  const parts = Object.fromEntries(files) as Record<string, string>;
  return { ...parts, "src/client/api.ts": wholeText(families, homes, Object.keys(parts)) };
}

/** What a family's file takes from others: those before it, and what is not written. */
function importsOf(body: string, homes: ReadonlyMap<string, string>, file: string): string {
  const named = new Set(withoutComments(body).match(/\b[A-Z]\w+/g));
  const elsewhere = [...homes].filter(([name, home]) => home !== file && named.has(name));
  const lines = [...Map.groupBy(elsewhere, ([, home]) => home)].map(
    ([home, names]) =>
      `import type { ${names.map(([name]) => name).join(", ")} } from "./${home}.ts";\n`,
  );
  const events = named.has("ServerEvent")
    ? 'import type { ServerEvent } from "../events.ts";\n'
    : "";
  const options = named.has("CallOptions")
    ? 'import type { CallOptions } from "../call-options.ts";\n'
    : "";
  return `${options}${events}${lines.join("")}`;
}

/** All calls as one interface, and the types of all families. */
function wholeText(
  families: readonly (readonly [tag: string, routes: readonly Route[]])[],
  homes: ReadonlyMap<string, string>,
  paths: readonly string[],
): string {
  const files = families.map(([tag]) => {
    const apart = `${fileOf(tag)}-calls`;
    const isApart = paths.includes(`src/client/api/${apart}.ts`);
    return [callsOf(tag), isApart ? apart : fileOf(tag)];
  });
  const imports = files.map(
    ([calls, file]) => `import type { ${calls} } from "./api/${file}.ts";\n`,
  );
  const types = [...Map.groupBy(homes, ([, home]) => home)].map(
    ([home, names]) =>
      `export type { ${names.map(([name]) => name).join(", ")} } from "./api/${home}.ts";\n`,
  );
  const all = families.map(([tag]) => callsOf(tag)).join(", ");
  return `${written}${imports.join("")}\n${types.join("")}\n/** Every route of the API as a call. */\nexport interface Calls extends ${all} {}\n`;
}

/** `URL scraper` is `url-scraper`. */
function fileOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
}

/** `URL scraper` is `UrlScraperCalls`. */
function callsOf(tag: string): string {
  const words = tag.split(" ").map((word) => word[0]?.toUpperCase() + word.slice(1).toLowerCase());
  return `${words.join("")}Calls`;
}

/** The names of all schemas that calls take or give, and of those in them, in the description's order. */
function namesReached(
  schemas: Readonly<Record<string, Schema>>,
  routes: readonly Route[],
): readonly string[] {
  const names = new Set<string>();
  const queue = routes.map(callText);
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [name] of withoutComments(text).matchAll(/\b[A-Z]\w+/g)) {
      const schema = schemas[name];
      if (schema === undefined || names.has(name)) continue;
      names.add(name);
      queue.push(declarationText(name, schema, ""));
    }
  }
  return Object.keys(schemas).filter((name) => names.has(name));
}

function declarationText(name: string, schema: Schema, use: string): string {
  const about = `/** ${schema.description ?? use} */\n`;
  const text = typeText(schema);
  if (text.startsWith("{")) return `${about}export interface ${name} ${text}\n`;
  return `${about}export type ${name} = ${text};\n`;
}

/** Where a type stands: in which calls, or in which other types. */
function uses(
  name: string,
  schemas: Readonly<Record<string, Schema>>,
  routes: readonly Route[],
): string {
  const isNamed = new RegExp(`\\b${name}\\b`);
  const of = (part: (route: Route) => string | undefined): string =>
    routes
      .filter((route) => isNamed.test(part(route) ?? ""))
      .map(({ operationId }) => `\`${operationId}\``)
      .slice(0, 3)
      .join(", ");
  const [taken, given] = [of(inputText), of(outputText)];
  if (given !== "") return `What ${given} ${given.includes(",") ? "give" : "gives"}.`;
  if (taken !== "") return `What ${taken} ${taken.includes(",") ? "take" : "takes"}.`;
  const wholes = Object.entries(schemas)
    .filter(([each, schema]) => each !== name && isNamed.test(typeText(schema)))
    .map(([each]) => `\`${each}\``);
  return `A part of ${wholes.slice(0, 3).join(", ")}.`;
}

function callText(route: Route): string {
  const { operationId, summary, method, path } = route;
  const input = inputText(route);
  const optional = isRequired(route) ? "" : "?";
  const given = input === undefined ? "input?: undefined" : `input${optional}: ${input}`;
  const about = `  /** ${summary}: \`${method} ${path}\`. */\n`;
  return `${about}  ${operationId}(${given}, call?: CallOptions): ${outputText(route)};\n`;
}

/** Path, query and body as one object; a body that is no JSON is `body`. */
function inputText(route: Route): string | undefined {
  const body = bodyOf(route);
  const parameters = parametersOf(route);
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((each) => each.required === true).map(({ name }) => name);
  const own =
    parameters.length === 0 ? [] : [`{\n${membersText({ properties, required }, "    ")}  }`];
  const parts = [...own, ...(body === undefined ? [] : [typeText(body, "  ")])];
  if (takesBytes(route)) parts.push("{ readonly body: Blob | Uint8Array<ArrayBuffer> | string }");
  return parts.length === 0 ? undefined : parts.join(" & ");
}

function bodyOf({ requestBody }: Route): Schema | undefined {
  return requestBody?.content["application/json"]?.schema;
}

/** Whether the route takes a file; the description has no body of it. */
function takesBytes({ operationId }: Route): boolean {
  return operationId === "uploadBrowserFile";
}

/** What a body names itself is not in the query. */
function parametersOf(route: Route): readonly NonNullable<Route["parameters"]>[number][] {
  const { parameters = [] } = route;
  return bodyOf(route) === undefined ? parameters : parameters.filter((each) => each.in === "path");
}

function isRequired(route: Route): boolean {
  return (
    bodyOf(route) !== undefined ||
    takesBytes(route) ||
    parametersOf(route).some(({ required }) => required === true)
  );
}

function outputText({ responses }: Route): string {
  const types = contentTypes(responses);
  if (types.includes("text/event-stream")) return "AsyncGenerator<ServerEvent, void, undefined>";
  if (!types.includes("application/json")) return "Promise<Response>";
  const texts = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content = {} }]) => typeText(content["application/json"]?.schema ?? {}, "  "));
  return `Promise<${[...new Set(texts)].join(" | ")}>`;
}

function tableText(routes: readonly Route[]): string {
  const lines = routes.map((route) => {
    const { operationId, method, path, parameters = [] } = route;
    const types = contentTypes(route.responses);
    const asked = takesBytes(route) ? parameters.filter((each) => each.in === "query") : [];
    const signs = [
      types.includes("text/event-stream") ? "~" : "",
      types.some((type) => /json|event-stream/.test(type)) ? "" : "=",
      takesBytes(route) ? "<" : "",
      method === "POST" && route.tags.some((tag) => acting.has(tag)) ? "!" : "",
    ].join("");
    const query = asked.length === 0 ? "" : `?${asked.map(({ name }) => name).join(",")}`;
    return `${operationId} ${method} ${path}${query}${signs === "" ? "" : ` ${signs}`}`;
  });
  const about = `/**
 * A line for each call: its name, method, path and, where that is needed, the names of its query. Signs:
 * \`~\` it gives server-sent events, \`=\` its answer is no JSON, \`<\` its body is no JSON, \`!\` it acts on
 * websites.
 */
`;
  return `${written}\n${about}export const callTable = \`\n${lines.join("\n")}\`;\n`;
}

function listFieldsText(
  { components: { schemas } }: Description,
  routes: readonly Route[],
): string {
  const rows = routes.flatMap((route) => {
    const body = bodyOf(route);
    const { properties = {} } =
      (body?.$ref ? schemas[body.$ref.split("/").at(-1) ?? ""] : body) ?? {};
    const lists = Object.keys(properties).filter((name) =>
      [properties[name]?.type].flat().includes("array"),
    );
    return lists.length === 0 ? [] : [`  ${route.operationId}: ${JSON.stringify(lists)},\n`];
  });
  const about =
    "/** The fields of calls that take a list, for what has no types: a command line. */\n";
  const type = "Readonly<Record<string, readonly string[]>>";
  return `${written}\n${about}export const listFields: ${type} = {\n${rows.join("")}};\n`;
}
