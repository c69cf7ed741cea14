import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { belowBase } from "../../../../src/service/http/mounting.ts";
import { toExpress } from "../../../../src/service/http/to-express.ts";
import { toFastify } from "../../../../src/service/http/to-fastify.ts";
import { toNodeHandler } from "../../../../src/service/http/to-node-handler.ts";
import { toNodeUpgrade } from "../../../../src/service/http/to-node-upgrade.ts";
import { createRig, GOOD_KEY } from "./rig.ts";

const { app } = createRig();
const service = { fetch: app, connect: app as never };

function ask(path: string, facts?: object): Promise<Response> {
  const headers = { "x-api-key": GOOD_KEY };
  return app(new Request(`http://h.example${path}`, { headers }), facts);
}

describe("basePath of fetch", () => {
  it.each(["/web/v1/map/a", "/v1/map/a"])(
    "is taken off where it still stands: %s",
    async (path) => {
      const answer = await ask(path, { basePath: "/web" });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ baseUrl: "http://h.example/web/v1" });
    },
  );

  it.each(["/website/v1/map/a", "/WEB/v1/map/a", "/web/web/v1/map/a"])(
    "is not a piece of another path: %s",
    async (path) => {
      expect((await ask(path, { basePath: "/web" })).status).toBe(404);
    },
  );

  it.each(["web", "https://h.example/web", "/we b", "/web?x", 7, null])(
    "refuses %o",
    async (basePath) => {
      await expect(ask("/v1/map/a", { basePath })).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringContaining("basePath"),
      });
    },
  );

  it("stands among facts that exist", async () => {
    await expect(ask("/v1/map/a", { basepath: "/web" })).rejects.toThrow(
      "Unknown option 'basepath'; did you mean 'basePath'? Known are remoteAddress, basePath, account.",
    );
  });
});

describe("options of an adapter", () => {
  const adapters: Record<string, (options: object) => unknown> = {
    toNodeHandler: (options) => toNodeHandler(service, options),
    toNodeUpgrade: (options) => toNodeUpgrade(service, options),
    toExpress: (options) => toExpress(service, options),
    toFastify: (options) => toFastify(service, options),
  };

  it.each(Object.entries(adapters))("%s refuses those that do not exist", (_, adapt) => {
    expect(() => adapt({ prefix: "/web" })).toThrow("Unknown option 'prefix'");
    expect(() => adapt({ basePath: "web" })).toThrow("'basePath' must be a path");
    expect(() => adapt({ basePath: "/web" })).not.toThrow();
  });

  it("refuses the service's own among those of Fastify's register", async () => {
    const host = fastify();
    await expect(host.register(toFastify(service), { basePath: "/web" } as object)).rejects.toThrow(
      "Unknown option 'basePath' of register",
    );
  });

  it("refuses a basePath that is not below Fastify's prefix", async () => {
    const host = fastify();
    const plugin = toFastify(service, { basePath: "/web" });
    await expect(host.register(plugin, { prefix: "/api" })).rejects.toThrow("the whole path");
  });
});

describe("belowBase", () => {
  it.each([
    ["/web/v1?x", "/web", "/v1?x"],
    ["/web", "/web", ""],
    ["/web?x", "/web", "?x"],
    ["/v1", "", "/v1"],
    ["/webs", "/web", undefined],
    ["", "/web", undefined],
  ])("takes the prefix off %s", (target, base, below) => {
    expect(belowBase(target, base)).toBe(below);
  });
});
