import { StorageError, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { LiveRuns } from "../../../../../src/service/base/live-runs.ts";
import { createWire } from "../../../../../src/service/slices/wire/create-wire.ts";
import { buildKind } from "../../../../../src/service/slices/wire/builds/build-kind.ts";
import { BuildStore } from "../../../../../src/service/slices/wire/builds/build-store.ts";
import type { LiveBuild } from "../../../../../src/service/slices/wire/builds/live-build.ts";
import { ACCOUNT, Rig, runJob, someJob } from "../../site-job-rig.ts";

const call = { signal: new AbortController().signal };

/** Records of which the first few calls of a method fail once they are told to. */
class Away {
  left = 0;
  method = "";
  readonly records: Records = new Proxy(new MemoryRecords(), {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...given: unknown[]): unknown => {
        if (name !== this.method || this.left === 0) return value.apply(target, given);
        this.left -= 1;
        return Promise.reject(new StorageError("UNAVAILABLE", { message: "planted" }));
      };
    },
  });
}

describe("a build while the store is away", () => {
  it.each(["find", "update", "remove"])(
    "goes on when it is back (%s), as only this process knows its login",
    async (method) => {
      await using site = await createSite({ "*": { status: 503 } });
      const stores = new Away();
      await using rig = new Rig({ records: stores.records });
      const builds = new BuildStore({ records: stores.records, clock: rig.parts.clock });
      const liveBuilds = new LiveRuns<LiveBuild>();
      const job = someJob("build_request");
      const asked = { websiteUrl: `${site.origin}/`, goal: "prices", actions: [] };
      const rest = { catalogSlug: null, visibility: "private", country: null, creditsCharged: 1 };
      await builds.add({ id: job.id, account: ACCOUNT, ...asked, ...rest }, call);
      liveBuilds.add(job.id, { credential: {} });
      Object.assign(stores, { method, left: 2 });
      const wire = createWire({}, rig.parts);
      const kind = buildKind({ ...rig.parts, wire, builds, liveBuilds });
      const ran = await runJob(kind, job);
      expect(stores.left).toBe(0);
      expect(ran.status).toBe("failed");
      expect(await builds.find(job.id, call)).toMatchObject({
        status: "failed",
        errorType: expect.not.stringContaining("internal"),
      });
    },
  );
});
