import { LeaseKeeper, type Clock } from "../../core/index.ts";
import { uncancelled } from "../../storage/internal.ts";
import type { EnsuredRecords } from "../../storage/index.ts";
import { jobRows } from "./collections.ts";
import { before, HELD_FOR, SHOWN_EVERY } from "./job-states.ts";

/** The dependencies of holds. */
interface HoldsParts {
  readonly records: EnsuredRecords;
  readonly clock: Clock;
}

/** A job that a run of this process has. */
interface HeldRun {
  readonly id: string;
  readonly holder: string;
}

/** The jobs that the runs of a process have. */
export type JobHolds = LeaseKeeper<HeldRun>;

/** Shows that the runs of this process are alive, all in one step; one ends when somebody else has its job. */
export function jobHolds({ records, clock }: HoldsParts): JobHolds {
  return new LeaseKeeper({
    clock,
    everyMs: SHOWN_EVERY,
    extend: async (held) => {
      const change = {
        where: {
          id: { in: held.map(({ id }) => id) },
          holder: { in: held.map(({ holder }) => holder) },
          ...before("settle"),
        },
        set: { lookAt: clock.now() + HELD_FOR },
      };
      const store = await records.ready(uncancelled);
      const rows = await store.update(jobRows, change, uncancelled);
      const alive = new Set(rows.map(({ holder }) => holder));
      return held.filter(({ holder }) => !alive.has(holder));
    },
    lost: () => new Error("Another worker holds the job."),
  });
}
