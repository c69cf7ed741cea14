import type { RecordingStore } from "../../../cdp-proxy/index.ts";
import type { Call } from "../../../storage/index.ts";
import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { tellFailure } from "../../base/tell-failure.ts";
import { recordingRoutes } from "./routes.ts";

type RecordingSliceParts = ResourceParts & {
  readonly connections: {
    readonly recordings: RecordingStore;
    recover(call: Call): Promise<void>;
  };
};

/** Videos of browser connections (interface, 4.4). */
export const recordings = {
  collections: [],
  open(parts: RecordingSliceParts) {
    const { connections } = parts;
    const { recordings } = connections;
    return {
      routes: recordingRoutes({ ...parts, recordings }),
      belongings: [recordings],
      swept: [recordings],
      works: [(call) => recover(connections, call)],
    };
  },
} satisfies Slice;

/** What was killed with earlier processes; what fails there is tried again by the next run. */
async function recover(connections: RecordingSliceParts["connections"], call: Call): Promise<void> {
  try {
    await connections.recover(call);
  } catch (error) {
    if (!call.signal.aborted) tellFailure(error);
  }
}
