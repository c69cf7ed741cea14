import { buffer } from "node:stream/consumers";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld } from "../../../../transports/index.ts";

/** A site of a shop on loopback, and recipes of it. */
const items = [
  { id: 1, title: "Red boat", price: 20 },
  { id: 2, title: "Blue boat", price: 30 },
];

describe("actions of a service's own runner", () => {
  const [first] = transports;
  const world = useWorld(first as NonNullable<typeof first>, {
    collaborators: { actionRunner: undefined },
  });
  const posted: string[] = [];
  let shop: Site;

  beforeAll(async () => {
    shop = await createSite({
      "/items.json": (_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ items }));
      },
      "/broken.json": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end("<h1>Sorry</h1>");
      },
      "/orders": (request, response) => {
        void buffer(request).then((body) => {
          posted.push(`${request.headers.authorization ?? ""} ${body.toString()}`);
          response.setHeader("content-type", "application/json");
          response.end('{"id": 7}');
        });
      },
    });
    const facts = { created: "2026-11-01", updated: "2026-11-02", format: 1 };
    const site = {
      ...facts,
      slug: "harbour",
      name: "Harbour",
      url: "https://harbour.example/",
      domain: "harbour.example",
      category: "shops",
      description: "A shop at the harbour, on loopback.",
      documentation: "https://harbour.example/api",
      auth_types: ["token"],
      auth: { headers: { authorization: "Bearer {{credential.token}}" } },
      hosts: ["127.0.0.1"],
    };
    const recipe = (name: string, more: object) => ({
      ...facts,
      action_id: `harbour.${name}`,
      name: name.replace("_", " "),
      description: "Does what its name says at the harbour.",
      type: "read",
      parameters: [],
      output_schema: { type: "object" },
      ...more,
    });
    const { alice, service } = world;
    const list = (path: string) => ({
      steps: [
        { kind: "request", id: "all", url: shop.url(path) },
        {
          kind: "extract",
          id: "found",
          list: "items",
          fields: { title: "title", price: "price" },
        },
      ],
      output: { items: "{{steps.found.items}}" },
    });
    const file = {
      steps: [
        { kind: "request", id: "all", url: shop.url("/items.json") },
        {
          kind: "file",
          id: "made",
          name: "items.csv",
          content: "{{steps.all.body.items}}",
          as: "csv",
        },
      ],
      output: null,
      output_schema: {},
    };
    const order = {
      type: "write",
      auth_mode: "required",
      parameters: [
        {
          name: "item",
          type: "integer",
          required: true,
          description: "Number of the item.",
          examples: [1],
        },
      ],
      steps: [
        {
          kind: "request",
          id: "order",
          method: "POST",
          url: shop.url("/orders"),
          json: { item: "{{params.item}}" },
        },
      ],
      output: { id: "{{steps.order.body.id}}" },
    };
    for (const [name, more] of Object.entries({
      list_items: list("/items.json"),
      list_broken: list("/broken.json"),
      export_items: file,
      create_order: order,
    })) {
      const given = { recipe: recipe(name, more) as never, site: site as never };
      await service.privateActions.put(alice.account, given);
    }
  });

  afterAll(() => shop[Symbol.asyncDispose]());

  it("read a site over the service's fetcher", async () => {
    expect(await world.alice.run("harbour.list_items")).toMatchObject({
      status: "completed",
      data: { items: items.map(({ title, price }) => ({ title, price })) },
      credits_used: 1,
    });
  });

  it("fail with a reason when the site gives something else", async () => {
    expect(await world.alice.run("harbour.list_broken")).toMatchObject({
      status: "failed",
      error: { code: "EXECUTION_FAILED", message: expect.stringContaining("text/html") },
      credits_used: 0,
    });
  });

  it("make files, which can be downloaded", async () => {
    const id = await world.alice.task("harbour.export_items");
    const job = await world.alice.settled(`/wire/jobs/${id}`);
    expect(job).toMatchObject({ status: "completed", data: null, files: [{ name: "items.csv" }] });
    const { text, headers } = await world.alice.get(`/wire/jobs/${id}/download`);
    expect(text).toContain("Red boat");
    expect(headers.get("content-type")).toMatch(/^text\/csv/);
  });

  it("write with the account's credential, and refuse parameters before anything runs", async () => {
    const credential_id = "77777777-7777-4777-8777-777777777777";
    const { account } = world.alice;
    world.credentials.add({ id: credential_id, account, catalog: "harbour", type: "token" });
    world.credentials.open = async () => ({ values: { token: "t0ken" } });
    const order = (params: object) =>
      world.alice.post("/wire/task", { action_id: "harbour.create_order", params, credential_id });
    const refused = await order({});
    expect([refused.status, refused.json.error]).toMatchObject([400, { missing_fields: ["item"] }]);
    expect(posted).toEqual([]);
    const { job_id: id } = (await order({ item: 2 })).json;
    expect(await world.alice.settled(`/wire/jobs/${id}`)).toMatchObject({ data: { id: 7 } });
    expect(posted).toEqual(['Bearer t0ken {"item":2}']);
  });
});
