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

const written = "// Written by `npm run client` from the service's description.\n";

/** The files that are written, by path, with their text. */
export async function clientFiles(): Promise<Readonly<Record<string, string>>> {
  await using service = createService();
  const response = await service.fetch(new Request("http://localhost/v1/openapi.json"));
  const description = (await response.json()) as Description;
  const routes = routesOf(description);
  return {
    "src/client/api.ts": apiText(description, routes),
    "src/client/call-table.ts": tableText(routes),
  };
}

function apiText({ components }: Description, routes: readonly Route[]): string {
  const kept = namesReached(components.schemas, routes);
  const types = Object.entries(components.schemas)
    .filter(([name]) => kept.has(name))
    .map(([name, schema]) => declarationText(name, schema, uses(name, components.schemas, routes)));
  const calls = routes.map(callText);
  const imports =
    'import type { CallOptions } from "./call-options.ts";\nimport type { ServerEvent } from "./events.ts";\n';
  return `${written}${imports}\n${types.join("\n")}\n/** Every route of the API as a call. */\nexport interface Calls {\n${calls.join("")}}\n`;
}

/** The names of all schemas that calls take or give, and of those in them. */
function namesReached(
  schemas: Readonly<Record<string, Schema>>,
  routes: readonly Route[],
): ReadonlySet<string> {
  const names = new Set<string>();
  const queue = routes.map(callText);
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [name] of text.matchAll(/\b[A-Z]\w+/g)) {
      const schema = schemas[name];
      if (schema === undefined || names.has(name)) continue;
      names.add(name);
      queue.push(declarationText(name, schema, ""));
    }
  }
  return names;
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
