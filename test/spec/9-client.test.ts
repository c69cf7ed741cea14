import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateApi } from "swagger-typescript-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";
import { SessionWorld } from "./session-world.ts";
import { root } from "../sources.ts";
import { recordedVault } from "./record-identity-sources.ts";
import { recordAnswers } from "./record-answers.ts";
import type { Recorded } from "./recorded.ts";

const run = promisify(execFile);

/** The description, as far as it is read here. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, ResponseBody>>;
}

interface ResponseBody {
  readonly content?: {
    readonly "application/json"?: { readonly schema?: { readonly $ref?: string } };
  };
}

/** What a program says that uses the client: each recorded answer is of the type of its method. */
function programOf(recorded: readonly Recorded[], { paths }: Description): string {
  const lines = recorded.flatMap(({ method, path, answer }, index) => {
    if (answer.headers.get("content-type")?.startsWith("application/json") !== true) return [];
    const operation = paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${path} is not described`);
    const data =
      typeOf(operation, answer.status) ??
      `Data<"${partOf(operation)}", "${operation.operationId}">`;
    const flat = answer.status === 402 ? "CreditsError" : "FlatError";
    const error = /^\/(?:legacy-)?wire/.test(path) ? "NestedError" : flat;
    const type = answer.status < 400 ? data : error;
    return [`export const answer${index}: ${type} = ${answer.text};`];
  });
  return [
    'import type { Api, CreditsError, FlatError, NestedError } from "./client.ts";',
    'import type * as Types from "./client.ts";',
    "type Client = Api<unknown>;",
    "type Data<Part extends keyof Client, Name extends keyof Client[Part]> =",
    "  Client[Part][Name] extends (...given: never[]) => Promise<{ data: infer Body }> ? Body : never;",
    ...lines,
  ].join("\n");
}

/** Of the answers of one operation the client's method has the first: another is of its own type. */
function typeOf({ responses }: Operation, status: number): string | undefined {
  const good = Object.keys(responses).filter((each) => each.startsWith("2"));
  const { $ref } = responses[status]?.content?.["application/json"]?.schema ?? {};
  return good.length > 1 && $ref !== undefined ? `Types.${$ref.split("/").at(-1)}` : undefined;
}

/** The client has a part for each tag: `URL scraper` is `urlScraper`. */
function partOf({ tags: [tag = ""] }: Operation): string {
  const [first = "", ...rest] = tag.toLowerCase().split(" ");
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

describe.each(transports.slice(-1))("9 a generated client, over $name", (transport) => {
  const { collaborators } = new SessionWorld();
  const world = useWorld(transport, {
    collaborators: { ...collaborators, clock: undefined, vaults: [recordedVault] },
  });
  let folder = "";
  let program = "";

  /** What the compiler says of a program beside the client. */
  async function compile(text: string): Promise<string> {
    const file = join(folder, "program.ts");
    await writeFile(file, text);
    const strict = [
      "--strict",
      "--noEmit",
      "--skipLibCheck",
      "--allowImportingTsExtensions",
      "--ignoreConfig",
    ];
    const target = ["--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler"];
    try {
      await run(join(root, "node_modules/.bin/tsc"), [...strict, ...target, file], { cwd: folder });
      return "";
    } catch (error) {
      return (error as { readonly stdout: string }).stdout;
    }
  }

  beforeAll(async () => {
    // Below the checkout, so that the types of Node are found.
    folder = await mkdtemp(join(root, "node_modules/.client-"));
    const document = (await world.nobody.get("/openapi.json")).json as unknown as Description;
    const { files } = await generateApi({
      spec: document,
      output: false,
      silent: true,
      moduleNameFirstTag: true,
    });
    await writeFile(join(folder, "client.ts"), files[0]?.fileContent ?? "");
    program = programOf(await recordAnswers(world), document);
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true }));

  it("type-checks against recorded answers", async () => {
    expect(program.match(/^export const/gm)?.length).toBeGreaterThan(40);
    expect(await compile(program)).toBe("");
  }, 60_000);

  it("does not against answers of another form", async () => {
    const wrong = program.replace('"status":"completed"', '"status":"done"');
    expect(wrong).not.toBe(program);
    expect(await compile(wrong)).toContain("'\"done\"' is not assignable");
  }, 60_000);
});
