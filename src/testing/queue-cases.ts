import type { Case } from "./case.ts";
import { closeChecks } from "./queue-cases-close.ts";
import { dedupeChecks } from "./queue-cases-dedupe.ts";
import { ownerChecks } from "./queue-cases-owners.ts";
import { pushChecks } from "./queue-cases-push.ts";
import { runChecks } from "./queue-cases-run.ts";
import { runCheck, type MakeQueue, type QueueChecks } from "./queue-cases-subject.ts";

/**
 * The promises of the port `Queue`, to be registered under any test runner. Every case makes a fresh
 * subject and disposes it. That a lost worker's job comes back is not among them: that takes a process
 * to kill.
 * @see {@link recordsCases} for an example
 */
export function queueCases(make: MakeQueue): Case[] {
  const groups = [pushChecks, dedupeChecks, runChecks, ownerChecks, closeChecks];
  const checks = Object.assign({}, ...groups) as QueueChecks;
  return Object.entries(checks).map(([title, check]) => ({
    title,
    run: () => runCheck(make, check),
  }));
}
