import { describe, expect, it } from "vitest";
import {
  batchEnd,
  isHeld,
  isOverdue,
  jobSteps,
  nextLook,
  settledAs,
  started,
  takenOver,
} from "../../../../src/service/jobs/job-states.ts";

const MINUTE = 60_000;
const statuses = ["pending", "queued", "processing", "completed", "failed"] as const;

/** Decisions, 3.1: from where a step may be made. */
const table = [
  ["queue", "pending"],
  ["start", "pending"],
  ["start", "queued"],
  ["takeOver", "processing"],
  ["handBack", "processing"],
  ["settle", "processing"],
  ["giveUp", "pending"],
  ["giveUp", "queued"],
  ["cancel", "pending"],
  ["cancel", "queued"],
  ["cancel", "processing"],
  ["startBatch", "pending"],
  ["settleBatch", "pending"],
  ["settleBatch", "processing"],
] as const;

describe("the states of jobs (decisions, 3.1)", () => {
  it("are left by these steps and by no others", () => {
    const steps = Object.keys(jobSteps) as (keyof typeof jobSteps)[];
    const moves = steps.flatMap((step) => {
      const from: readonly string[] = jobSteps[step];
      return statuses.filter((status) => from.includes(status)).map((status) => [step, status]);
    });
    expect(moves).toEqual(table);
  });

  it("let a job be started within 30 minutes", () => {
    expect(started(31 * MINUTE, "h").where.createdAt).toEqual({ gt: MINUTE });
    const job = { status: "pending", createdAt: 0 };
    expect(isOverdue(job, 30 * MINUTE - 1)).toBe(false);
    expect(isOverdue(job, 30 * MINUTE)).toBe(true);
    expect(isOverdue({ ...job, status: "queued" }, 30 * MINUTE)).toBe(true);
    expect(isOverdue({ ...job, status: "processing" }, 60 * MINUTE)).toBe(false);
  });

  it("keep a running job for its holder until it is silent for 8 s", () => {
    const { set, add } = started(0, "h");
    const times = { startedAt: 0, changedAt: 0, lookAt: 8000 };
    expect(set).toEqual({ status: "processing", holder: "h", ...times });
    expect(add).toEqual({ runs: 1 });
    expect(isHeld(set, 7999)).toBe(true);
    expect(isHeld(set, 8000)).toBe(false);
    expect(isHeld({ holder: null, lookAt: 8000 }, 0)).toBe(false);
  });

  it("let a job be taken over only as it was seen, without another start", () => {
    const { where, set } = takenOver({ holder: "a", lookAt: 5 }, 10, "b");
    expect(where).toMatchObject({ holder: "a", lookAt: 5 });
    expect(set).toEqual({ holder: "b", lookAt: 8010 });
  });

  it("have waiting jobs looked at no later than when they are overdue", () => {
    const job = { status: "pending", createdAt: 0 };
    expect(nextLook(job, 20_000)).toBe(40_000);
    expect(nextLook(job, 10 * MINUTE)).toBe(20 * MINUTE);
    expect(nextLook(job, 20 * MINUTE)).toBe(30 * MINUTE);
    expect(nextLook(job, 40 * MINUTE)).toBe(40 * MINUTE + 1);
    expect(nextLook({ ...job, status: "processing" }, 10 * MINUTE)).toBe(10 * MINUTE + 20_000);
  });

  it("end with nobody having the job, and nothing to look for", () => {
    const end = { status: "completed", error: null, credits: 2 } as const;
    expect(settledAs(end, 12_352, 7)).toEqual({
      status: "completed",
      error: null,
      errorCode: null,
      creditsUsed: 2,
      completedAt: 12_352,
      changedAt: 12_352,
      lasted: 12_000,
      holder: null,
      lookAt: null,
      left: null,
    });
  });

  it("make a batch `completed` when one of its children is", () => {
    const error = "All URLs failed";
    expect(batchEnd({ unitsCompleted: 0, spent: 0 })).toEqual({
      status: "failed",
      error,
      credits: 0,
    });
    expect(batchEnd({ unitsCompleted: 1, spent: 4 })).toMatchObject({
      status: "completed",
      credits: 4,
    });
  });
});
