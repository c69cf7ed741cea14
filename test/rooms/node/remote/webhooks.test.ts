import { once } from "node:events";
import { PassThrough } from "node:stream";
import { runCli } from "dragline/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

describe("dragline webhooks listen --remote", () => {
  let rig: RemoteRig;
  beforeAll(async () => {
    rig = await remoteRig({ "/": "<p>Quay</p>" }, {}, { allowCallbacks: ["127.0.0.1"] });
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  it("verifies what the service sends with the secret of the account", async () => {
    const stop = new AbortController();
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const env = { WEBHOOK_SECRET: "whsec_of_another_service", DRAGLINE_API_KEY: rig.key };
    const argv = ["webhooks", "listen", "--port", "0", "--json", ...rig.at];
    const code = runCli(argv, { stdin, stdout, stderr, env, signal: stop.signal });
    const [line] = (await once(stderr, "data")) as [Buffer];
    const [, webhook_url = ""] = /^listening on (\S+)\n$/.exec(line.toString()) ?? [];
    const came = once(stdout, "data");
    const fields = [`url=${rig.site.url("/")}`, `webhook_url=${webhook_url}`];
    await rig.remotely(["api", "scrapeUrl", ...fields]);
    const [arrival] = (await came) as [Buffer];
    expect(JSON.parse(arrival.toString())).toMatchObject({
      verdict: "verified",
      event: "job.completed",
      answered: 204,
    });
    stop.abort();
    expect(await code).toBe(130);
  });

  it("refuses a secret beside that of the service, and says when the key is wrong", async () => {
    const both = await rig.remotely(["webhooks", "listen", "--secret", "whsec_x"]);
    expect(both).toEqual({
      code: 2,
      stdout: "",
      stderr: "dragline: --secret cannot be combined with --remote\n",
    });
    const wrong = await rig.remotely(["webhooks", "listen", "--key", "dl_wrong"]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("(unauthorized)")]);
  });
});
