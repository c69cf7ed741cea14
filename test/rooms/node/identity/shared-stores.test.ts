import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { served } from "../serve/served.ts";
import { membersRig } from "./members-rig.ts";

describe("dragline identity beside a service", () => {
  it("gives a service that runs a login, with which its tasks run", async () => {
    const rig = await membersRig();
    const flags = rig.flags.filter((flag) => flag !== "--data" && flag !== rig.data);
    const service = await served({ folder: rig.data, flags });
    const made = await rig.cli(["identity", "login", "members", "--name", "main"], rig.lines);
    const identity_id = made.stdout.trim();
    const task = { action_id: "members.get_me", params: { site: rig.site.origin }, identity_id };
    const { status, json } = await service.call("POST /wire/task", task);
    expect([status, json]).toEqual([202, expect.objectContaining({ job_id: expect.any(String) })]);
    const job = async () => (await service.call(`GET /wire/jobs/${String(json["job_id"])}`)).json;
    const state = async () => (await job())["status"];
    await expect.poll(state, { timeout: 30_000, interval: 1000 }).toBe("completed");
    expect(await job()).toMatchObject({ data: { name: "Ann" } });
    await rig.cli(["identity", "rm", "main"]);
    expect((await service.call("POST /wire/task", task)).status).toBe(404);
  });

  it("keeps nothing of a login that is interrupted", async () => {
    const rig = await membersRig();
    const abort = new AbortController();
    rig.site.instead["GET /login"] = () => abort.abort(new Error("interrupted"));
    const argv = ["identity", "login", "members", ...rig.flags];
    const stdin = Readable.from([rig.lines]);
    const { code, stdout } = await run(argv, { stdin, signal: abort.signal });
    expect([code, stdout]).toEqual([130, ""]);
    delete rig.site.instead["GET /login"];
    expect((await rig.cli(["identity", "list"])).stdout).toBe("");
    expect((await rig.cli(["identity", "login", "members"], rig.lines)).code).toBe(0);
  });
});
