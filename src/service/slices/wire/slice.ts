import type { InteractiveSessions } from "../../../cdp-proxy/index.ts";
import type { RateLimiter } from "../../../rate-limiter/index.ts";
import type { Call } from "../../../storage/index.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { LiveRuns } from "../../base/live-runs.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import {
  credentialRows,
  defaultRows,
  identityRows,
  loginLeaseRows,
  sourceRows,
} from "./logins/collections.ts";
import { actionRows } from "./private-actions/private-action-store.ts";
import { buildKind } from "./builds/build-kind.ts";
import { buildRows, buildSlots } from "./builds/build-rows.ts";
import { BuildStore } from "./builds/build-store.ts";
import type { LiveBuild } from "./builds/live-build.ts";
import type { OwnWire } from "./own-wire.ts";
import { wireRoutes } from "./routes.ts";
import { openRows, OpenRuns } from "./run/open-runs.ts";
import { Trials } from "./run/trial.ts";
import { begunRows } from "./tasks/begun-writes.ts";
import { TaskFiles } from "./tasks/task-files.ts";
import { wireKind } from "./tasks/wire-kind.ts";

/** Tasks that are looked at between two looks. */
const AT_ONCE = 100;

type WireSliceParts = ResourceParts & {
  readonly wire: OwnWire;
  readonly limiter: RateLimiter;
  readonly connections: { readonly interactive: InteractiveSessions | undefined };
};

/** Actions on websites, the logins that they run with, and those that are built (interface, 4.8, 4.9). */
export const wire = {
  collections: [
    begunRows,
    openRows,
    buildRows,
    buildSlots,
    actionRows,
    identityRows,
    defaultRows,
    credentialRows,
    loginLeaseRows,
    sourceRows,
  ],
  open(given: WireSliceParts) {
    const { jobs, wire } = given;
    const files = new TaskFiles(given.blobs);
    const builds = new BuildStore(given);
    const runs = new OpenRuns({ ...given, files });
    const liveBuilds = new LiveRuns<LiveBuild>();
    const parts = { ...given, files, builds, runs, liveBuilds, trials: new Trials(given) };
    return {
      routes: wireRoutes(parts),
      kinds: [wireKind(parts), buildKind(parts)],
      belongings: [
        { removeOf: (account, call) => removeTaskFiles({ jobs, files }, account, call) },
        builds,
        wire.privateActions,
        wire.identities.store,
        wire.identities.sources,
      ],
      swept: [runs],
    };
  },
} satisfies Slice;

/** Removes the files of all tasks of an account. */
async function removeTaskFiles(
  { jobs, files }: { readonly jobs: Pick<Jobs, "list">; readonly files: TaskFiles },
  account: string,
  call: Call,
): Promise<void> {
  for (let skip = 0; ; skip += AT_ONCE) {
    const query = { account, type: "wire", skip, take: AT_ONCE } as const;
    const { jobs: some, total } = await jobs.list(query, call);
    for (const { job } of some) await files.remove(job.id, call);
    if (skip + AT_ONCE >= total) return;
  }
}
