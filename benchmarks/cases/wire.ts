import { fork } from "node:child_process";
import { join } from "node:path";
import { createFetcher, type Fetcher } from "dragline/fetcher";
import { createRunner, readAction } from "dragline/wire";
import type { BenchmarkCase, BenchmarkSize } from "../case.ts";

/**
 * 2,000 answers of 20 things, one after the other, from a server in another process: as runs of a recipe
 * with a request, a reading of five fields of each and a checked output, beside the bare guarded request
 * whose JSON is parsed. The overhead of a run is the difference of their times.
 */
const benchmark: BenchmarkCase = {
  unit: "runs/s",
  ratios: { "recipe/request": ["recipe", "request"] },
  variants: {
    recipe: (size) =>
      runsPerSecond(size, (fetcher, url) => {
        const runner = createRunner({ fetcher }, { pace: false });
        return async () => {
          const result = await runner.run(listThings, { params: { site: url } });
          if (result.status === "failed") throw new Error(result.error.message);
        };
      }),
    request: (size) =>
      runsPerSecond(size, (fetcher, url) => async () => {
        const { text } = await fetcher.fetch(`${url}/things`);
        if ((JSON.parse(text) as { total: number }).total !== 20) throw new Error("wrong answer");
      }),
  },
};

const field = { type: "string" };
const listThings = readAction(
  {
    format: 1,
    action_id: "things.list_things",
    name: "List things",
    description: "Lists the things of a site.",
    type: "read",
    parameters: [
      {
        name: "site",
        type: "string",
        format: "site",
        required: true,
        description: "Address of the site.",
        examples: ["things.example"],
      },
    ],
    steps: [
      { id: "answer", kind: "request", url: "{{params.site}}/things" },
      {
        id: "things",
        kind: "extract",
        list: "things",
        fields: {
          id: "id",
          title: "title",
          price: { path: "price", type: "number" },
          created_at: { path: "created_at", type: "date" },
          url: "url",
        },
      },
    ],
    output: { things: "{{steps.things.items}}", has_more: "{{steps.things.has_more}}" },
    output_schema: {
      type: "object",
      required: ["things", "has_more"],
      properties: {
        has_more: { type: "boolean" },
        things: {
          type: "array",
          items: {
            type: "object",
            required: ["id", "title", "price", "created_at", "url"],
            properties: {
              id: { type: "integer" },
              title: field,
              price: { type: "number" },
              created_at: field,
              url: field,
            },
          },
        },
      },
    },
    created: "2026-11-25",
    updated: "2026-11-25",
  },
  {
    format: 1,
    slug: "things",
    name: "Things",
    url: "https://things.example",
    domain: "things.example",
    category: "data",
    description: "A site of things for measurements.",
    documentation: "https://things.example/docs",
    created: "2026-11-25",
    updated: "2026-11-25",
  },
);

async function runsPerSecond(
  size: BenchmarkSize,
  open: (fetcher: Fetcher, url: string) => () => Promise<void>,
): Promise<number> {
  const runs = size === "full" ? 2_000 : 50;
  const server = fork(join(import.meta.dirname, "../small-json-server.ts"));
  try {
    const port = await new Promise<number>((resolve) => server.once("message", resolve));
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const run = open(fetcher, `http://127.0.0.1:${port}`);
    for (let at = 0; at < runs / 4; at++) await run();
    const started = performance.now();
    for (let at = 0; at < runs; at++) await run();
    return (runs / (performance.now() - started)) * 1000;
  } finally {
    server.disconnect();
  }
}

export default benchmark;
