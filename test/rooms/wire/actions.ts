import { createFetcher } from "dragline/fetcher";
import { createRunner, type Action, type RunCall, type RunnerOptions } from "dragline/wire";
import { actionSchema, siteSchema } from "../../../src/wire/format/action-schema.ts";

const day = "2026-01-01";

/** An action of a site on loopback; `recipe` is what matters of it. */
export function actionOf(
  recipe: Readonly<Record<string, unknown>>,
  site: Readonly<Record<string, unknown>> = {},
): Action {
  const parsed = siteSchema.parse({
    format: 1,
    slug: "shop",
    name: "Shop",
    url: "https://shop.example/",
    domain: "shop.example",
    category: "shops",
    description: "A shop that stands on loopback for tests.",
    documentation: "https://shop.example/docs",
    hosts: ["127.0.0.1"],
    created: day,
    updated: day,
    ...site,
  });
  const body = actionSchema.parse({
    format: 1,
    action_id: "shop.list_items",
    name: "List items",
    description: "Lists the items of the shop for tests.",
    type: "read",
    parameters: [],
    output: null,
    output_schema: {},
    created: day,
    updated: day,
    ...recipe,
  });
  return { info: body, site: parsed, body };
}

/** A parameter with what the format asks for. */
export function parameter(
  name: string,
  parts: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    name,
    type: "string",
    description: `The ${name} of the test.`,
    examples: ["x"],
    ...parts,
  };
}

/** Runs an action over a fetcher that may reach loopback. */
export async function runOnce(action: Action, call?: RunCall, options?: RunnerOptions) {
  await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
  return await createRunner({ fetcher }, { pace: false, ...options }).run(action, call);
}

/** The failure of a run, or its data when it did not fail. */
export async function failureOf(action: Action, call?: RunCall): Promise<unknown> {
  const result = await runOnce(action, call);
  return result.status === "failed" ? result.error : result.data;
}
