import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A site of the samples. */
export const site = {
  format: 1,
  slug: "plants",
  name: "Plant Atlas",
  url: "https://plants.test",
  domain: "plants.test",
  category: "science",
  description: "An atlas of plants with names, families and places.",
  documentation: "https://plants.test/docs",
  auth_types: ["api_key"],
  hosts: ["plants.test"],
  created: "2026-11-25",
  updated: "2026-11-25",
};

const string = { type: "string" };

/** An action of the samples. */
export const listPlants = {
  format: 1,
  action_id: "plants.list_plants",
  name: "List plants",
  description: "Lists the plants of a family with their names and places.",
  type: "read",
  parameters: [
    {
      name: "family",
      type: "string",
      required: true,
      description: "Name of the family in Latin.",
      examples: ["rosaceae"],
    },
    {
      name: "limit",
      type: "integer",
      minimum: 1,
      maximum: 100,
      default: 20,
      description: "Plants at most, from 1 to 100.",
      examples: [5],
    },
  ],
  steps: [
    {
      kind: "request",
      id: "plants",
      url: "https://plants.test/families/{{params.family}}",
      errors: {
        "404": { code: "INVALID_PARAMS", message: "There is no family '{{params.family}}'." },
      },
    },
    {
      kind: "extract",
      id: "read",
      from: "{{steps.plants.body}}",
      list: "plants",
      limit: "{{params.limit}}",
      fields: { name: "name", origin: "place.country?" },
    },
  ],
  output: { plants: "{{steps.read.items}}", has_more: "{{steps.read.has_more}}" },
  output_schema: {
    type: "object",
    required: ["plants", "has_more"],
    additionalProperties: false,
    properties: {
      has_more: { type: "boolean" },
      plants: {
        type: "array",
        items: {
          type: "object",
          required: ["name", "origin"],
          additionalProperties: false,
          properties: { name: string, origin: { type: ["string", "null"] } },
        },
      },
    },
  },
  created: "2026-11-25",
  updated: "2026-11-25",
};

/** Files by their path; text as it is, all else as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** The sample site's folder. */
export const plantFiles: Files = {
  "plants/site.json": site,
  "plants/actions/list_plants.json": listPlants,
};

/** A folder that is gone at the end. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
  write(files: Files): Promise<void>;
}

/** Makes a folder of files. */
export async function folderOf(files: Files): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "wire-"));
  const write = async (more: Files): Promise<void> => {
    for (const [name, content] of Object.entries(more)) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
      await writeFile(join(path, name), text);
    }
  };
  await write(files);
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
