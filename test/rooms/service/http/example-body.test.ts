import { Disposer } from "../../../../src/core/dispose.ts";
import { afterAll, describe, expect, it } from "vitest";
import { serviceSettings } from "../../../../src/service/base/service-settings.ts";
import { serviceParts } from "../../../../src/service/compose/service-parts.ts";
import { describeRoutes } from "../../../../src/service/http/describe-routes.ts";
import { exampleBody } from "../../../../src/service/http/example-body.ts";
import { openedSlices } from "../compose/opened-slices.ts";

const owned = new Disposer();
afterAll(() => owned[Symbol.asyncDispose]());
const { routes } = openedSlices(serviceParts({}, serviceSettings(undefined), owned));
const document = describeRoutes(routes)("https://api.example/v1") as {
  readonly paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { example: unknown }> } }>
  >;
};

describe("exampleBody", () => {
  const taking = routes.filter(({ body }) => body !== undefined);

  it.each(taking.map((row) => [`${row.method} ${row.path}`, row] as const))(
    "is a body that the route takes: %s",
    (_, { method, path, body }) => {
      const operation = document.paths[path]?.[method.toLowerCase()];
      const example = operation?.requestBody?.content["application/json"]?.example;
      expect(body?.safeParse(example)).toMatchObject({ success: true });
    },
  );

  it("ends where a schema holds itself", () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" } },
      required: ["next"],
    };
    const text = JSON.stringify(exampleBody(node, { Node: node }));
    expect(text.match(/next/g)?.length).toBeLessThan(20);
  });
});
