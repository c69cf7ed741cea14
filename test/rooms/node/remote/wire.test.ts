import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { createCatalog, defineAction, type ActionDefinition } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { siteOf } from "../../../transports/wire-samples.ts";
import { createSite } from "dragline/testing";
import { actionOf, parameter } from "../../wire/actions.ts";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const shop = siteOf({ slug: "shop", name: "Sh\u202eop", auth_types: ["api_key"] });

function code(action_id: string, parts: Partial<ActionDefinition>) {
  return defineAction({
    site: shop,
    action_id,
    name: "Of the shop",
    description: "Gets lamps of the shop by their colours.",
    type: "read",
    parameters: [],
    output_schema: { type: "object" },
    run: (params) => Promise.resolve({ params }),
    ...parts,
  });
}

describe("dragline wire --remote", () => {
  let rig: RemoteRig;
  let held = Promise.withResolvers<void>();
  let reached = Promise.withResolvers<void>();
  beforeAll(async () => {
    const actions = [
      code("shop.get_lamps", {
        parameters: [
          parameter("colours", { type: "array", items: "string", examples: [["red"]] }),
          parameter("sizes", { type: "array", items: "integer", examples: [[1]] }),
          parameter("limit", { type: "integer", required: true, examples: [5] }),
        ],
      }),
      code("shop.get_nothing", { run: () => Promise.reject(new Error("no \u009bluck")) }),
      code("shop.get_orders", { auth_mode: "required" }),
      code("shop.get_slowly", {
        run: async () => {
          reached.resolve();
          await held.promise;
          return {};
        },
      }),
    ];
    const files = [
      { kind: "file", id: "a", name: "lamps.csv", content: [{ n: 1 }], as: "csv" },
      { kind: "file", id: "b", name: "lamps.json", content: { n: 1 }, as: "json" },
    ];
    actions.push({ ...actionOf({ action_id: "shop.export_lamps", steps: files }), site: shop });
    const records = new MemoryRecords();
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const sealer = new Sealer({ records, ring });
    rig = await remoteRig({}, { records, sealer, catalog: createCatalog([shop], actions) });
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  const wire = (...argv: string[]) => rig.remotely(["wire", ...argv]);

  it("finds actions of the service, and shows them", async () => {
    const found = await wire("search", "lamps", "by", "colour", "--limit", "1");
    expect([found.code, found.stderr]).toEqual([0, ""]);
    expect(found.stdout).toMatch(/^shop\.get_lamps {2}Sh\\u202eop · 1 credit\n/);
    const all = await wire("search", "--site", "shop", "--json");
    expect(JSON.parse(all.stdout)).toHaveLength(5);
    const shown = await wire("show", "shop.get_lamps");
    expect(shown.stdout).toContain("limit (integer, required)");
    expect(shown.stdout).toMatch(
      /dragline wire run shop\.get_lamps --param limit=5 --remote http:\S+\n$/,
    );
    const site = await wire("show", "shop");
    expect(site.stdout).toContain("shop.get_orders  Sh\\u202eop · login required");
    const json = JSON.parse((await wire("show", "shop", "--json")).stdout) as object;
    expect(json).toMatchObject({ site: { slug: "shop" }, actions: { length: 5 } });
    const none = await wire("search", "--site", "no-such-site");
    expect([none.code, none.stdout]).toEqual([1, ""]);
  });

  it("runs an action with parameters of their types, and prints its data", async () => {
    const params = ["--param", "colours=red", "--param", "colours=blue", "--param", "sizes=2"];
    const ran = await wire("run", "shop.get_lamps", ...params, "--params", '{"limit":3}');
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([
      0,
      { params: { colours: ["red", "blue"], sizes: [2], limit: 3 } },
    ]);
    expect(ran.stderr).toMatch(/^done in \d+ ms\n$/);
  });

  it("writes the files of a run", async () => {
    const folder = join(await temporaryFolder(), "out");
    const ran = await wire("run", "shop.export_lamps", "--output", folder);
    expect([ran.code, ran.stdout]).toEqual([0, ""]);
    expect(ran.stderr).toMatch(/out\/lamps\.csv: \d+ bytes, text\/csv.*\n.*lamps\.json: /);
    expect(await readFile(join(folder, "lamps.csv"), "utf8")).toMatch(/^n\s+1\s+$/);
    expect(JSON.parse(await readFile(join(folder, "lamps.json"), "utf8"))).toEqual({ n: 1 });
  });

  it("tells of a run that fails, and of one that needs a login", async () => {
    const failed = await wire("run", "shop.get_nothing");
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(/^EXECUTION_FAILED: .*no \\u009bluck/);
    const signed = await wire("run", "shop.get_orders");
    expect([signed.code, signed.stdout]).toEqual([1, ""]);
    expect(signed.stderr).toContain(
      "the action signs in: give --identity NAME; 'dragline identity",
    );
    expect(signed.stderr).toMatch(/needs a credential.*\(AUTH_REQUIRED\)\n$/);
  });

  it("runs an action that signs in as an identity of the service", async () => {
    const unknown = await wire("run", "shop.get_orders", "--identity", "ann");
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toContain("ann");
    const { stdout } = await rig.remotely(["api", "getWireCatalog", "slug=shop"]);
    const { catalog } = JSON.parse(stdout) as { catalog: { id: string } };
    const made = await rig.remotely([
      "api",
      "createIdentity",
      `catalog_id=${catalog.id}`,
      "name=ann",
      'credential={"type":"api_key","data":{"api_key":"k"}}',
    ]);
    expect(made.code).toBe(0);
    const ran = await wire("run", "shop.get_orders", "--identity", "ann");
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([0, { params: {} }]);
    const local = await run(["wire", "run", "shop.get_orders", "--identity", "ann"]);
    expect(local.code).toBe(2);
    expect(local.stderr).toContain("--identity needs --remote");
  });

  it("names the nearest actions of an unknown one", async () => {
    for (const argv of [
      ["show", "shop.get_lamp"],
      ["run", "shop.get_lamp"],
      ["show", "lamps"],
    ]) {
      const { code: ended, stderr } = await wire(...argv);
      expect([ended, stderr]).toEqual([2, expect.stringContaining("did you mean shop.get_lamps")]);
    }
  });

  it("stops a run that the user no longer waits for", async () => {
    const stop = new AbortController();
    const running = rig.remotely(["wire", "run", "shop.get_slowly"], { signal: stop.signal });
    await reached.promise;
    // What was begun has been answered.
    const { stdout } = await rig.remotely(["api", "listWireJobs"]);
    stop.abort();
    const { code: ended, stderr } = await running;
    held.resolve();
    expect(ended).toBe(130);
    const [{ id }] = (JSON.parse(stdout) as { jobs: [{ id: string }] }).jobs;
    expect(stderr).toContain("the run was stopped\n");
    const job = await rig.remotely(["api", "getJob", `id=${id}`]);
    expect(JSON.parse(job.stdout)).toMatchObject({ status: "failed", error: "cancelled" });
  });

  it("waits for a build, and prints the action that was made", async () => {
    const answer = (status: string, more: object = {}) => ({
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: "ok", build_request: { id: "b1", status, ...more } }),
    });
    const made = { action_id: "boats.find_boats", catalog_slug: "boats", skipped: ["buy: writes"] };
    await using service = await createSite({
      "/v1/wire/build-request": answer("pending"),
      "/v1/wire/build-requests/b1": answer("success", made),
    });
    const at = service.url("/").replace(/\/$/, "");
    const env = { DRAGLINE_API_KEY: "dl_a_key", WORD: "sesame" };
    const argv = ["wire", "build", "https://boats.example/", "Find boats", "--secret", "word=WORD"];
    const built = await run([...argv, "--remote", at], { env });
    expect(built).toEqual({
      code: 0,
      stdout: "boats.find_boats\n",
      stderr: `not made: buy: writes\nThe service keeps it; see the site's actions: dragline wire show boats --remote ${at}\n`,
    });
  });

  it("tells of a build that fails", async () => {
    const built = await wire("build", rig.site.url("/"), "Find", "boats", "--secret", "word=WORD");
    expect(built.code).toBe(2);
    const { code: ended, stdout, stderr } = await wire("build", rig.site.url("/no"), "Find boats");
    expect([ended, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^\w+: \S+/);
  });

  it.each([
    [["run", "shop.get_lamps", "--credential", "a=A"], "--credential cannot be combined"],
    [["run", "shop.get_lamps", "--trace"], "--trace cannot be combined with --remote"],
    [["search", "--catalog", "x"], "--catalog cannot be combined with --remote"],
    [["search", "--limit", "101"], "--limit takes 1 to 100 with --remote; got '101'"],
    [["build", "https://a.example/", "x", "--output", "d"], "--output cannot be combined"],
    [["test", "folder"], "'test' takes no --remote: it plays the cases of a folder"],
  ])("refuses %j", async (argv, text) => {
    const { code: ended, stdout, stderr } = await wire(...argv);
    expect([ended, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(text);
  });
});
