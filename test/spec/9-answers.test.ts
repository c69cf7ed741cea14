import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld, type Answer } from "../transports/index.ts";
import { mcpTools } from "./mcp-tools.ts";
import { recordAnswers } from "./record-answers.ts";
import { recordedVault } from "./record-identity-sources.ts";
import type { Recorded } from "./recorded.ts";
import { SessionWorld } from "./session-world.ts";

type Paths = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        {
          readonly responses: Readonly<
            Record<
              string,
              { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }
            >
          >;
        }
      >
    >
  >
>;

/** What answers with pages, pictures or videos. */
const pages =
  /^GET \/(?:docs|sessions\/interactive\/|wire\/connect\/|recordings\/(?:video|.*\/player))/;

describe.each(transports)("9 answers and their description, over $name", (transport) => {
  const { collaborators } = new SessionWorld();
  const world = useWorld(transport, {
    collaborators: { ...collaborators, clock: undefined, vaults: [recordedVault] },
  });
  let recorded: readonly Recorded[] = [];
  let paths: Paths = {};
  let check = (_path: readonly string[], _answer: Answer): readonly string[] => ["not ready"];

  beforeAll(async () => {
    const document = (await world.nobody.get("/openapi.json")).json;
    paths = document["paths"] as Paths;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ ...closed(document), $id: "api" });
    check = (path, answer) => {
      const pointer = path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
      const validate = ajv.compile({ $ref: `api#/${pointer.map(encodeURIComponent).join("/")}` });
      validate(answer.json);
      return faultsOf(validate);
    };
    recorded = await recordAnswers(world);
  }, 120_000);

  it("name every status that came", () => {
    for (const { method, path, answer } of recorded) {
      const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
      expect(Object.keys(responses), `${method} ${path}`).toContain(String(answer.status));
    }
  });

  it("are of the described form, with no member besides", () => {
    for (const { method, path, answer } of recorded) {
      const type = "application/json";
      const where = [path, method.toLowerCase(), "responses", String(answer.status), "content"];
      const faults = check(["paths", ...where, type, "schema"], answer);
      expect(faults, `${method} ${path} ${answer.status}: ${answer.text.slice(0, 300)}`).toEqual(
        [],
      );
    }
  });

  it.each(mcpTools)("fit the original MCP server's tool $name", (tool) => {
    const { row, output, schema, remaining = [] } = tool;
    const { isEnd = (answer) => !("status" in answer) || answer.status === "completed" } = tool;
    const validate = new Ajv2020({ allErrors: true }).compile(schema);
    const ends = recorded
      .filter(({ method, path, answer }) => `${method} ${path}` === row && answer.status < 300)
      .filter(({ answer }) => isEnd(answer.json));
    expect(ends).not.toEqual([]);
    const faults = ends.flatMap(({ answer }) => {
      validate(JSON.parse(JSON.stringify(output(answer.json))));
      return faultsOf(validate);
    });
    expect([...new Set(faults)]).toEqual(remaining);
  });

  it("come from every operation, but for pictures", () => {
    const seen = new Set(recorded.map(({ method, path }) => `${method} ${path}`));
    const missed = Object.entries(paths)
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      )
      .filter((row) => !seen.has(row) && !pages.test(row));
    expect(missed).toEqual([]);
  });
});

function faultsOf({ errors }: Pick<ValidateFunction, "errors">): string[] {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The document with objects that have no members but those that are named, errors apart. */
function closed(part: unknown): object {
  const close = (value: unknown, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((one) => close(one));
    if (typeof value !== "object" || value === null) return value;
    const rows = Object.entries(value).map(([key, one]) => [key, close(one, key)] as const);
    const copy = Object.fromEntries(rows);
    // Errors have members of their own beside code and message (decisions, 7.1).
    const isObject = "properties" in copy && !("additionalProperties" in copy);
    return isObject && name !== "FlatError" ? { ...copy, additionalProperties: false } : copy;
  };
  return close(part) as object;
}
