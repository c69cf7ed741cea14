import { parseArgs } from "node:util";
import { postgresAddress } from "../test/postgres-address.ts";
import { chaos, type ChaosReport } from "../test/rigs/chaos/chaos.ts";

// Mixed load on two API and two worker processes of the service, whose Postgres, Redis and blob store
// are cut off, stalled, slowed down and filled, and which are killed:
// npm run chaos -- [--seconds 600]
const { values } = parseArgs({ options: { seconds: { type: "string", default: "600" } } });
const seconds = Number(values.seconds);
if (!(seconds >= 1 && seconds <= 86_400)) throw new Error("--seconds must be from 1 to 86400");

/** Megabytes at the beginning and the end, each a mean of a tenth of the time. */
function growth(memory: ChaosReport["memory"]["api"]): string {
  const tenth = Math.max(1, Math.floor(memory.length / 10));
  const mean = (from: number, name: keyof (typeof memory)[number]): number => {
    const part = memory.slice(from, from + tenth);
    return Math.round(part.reduce((sum, told) => sum + told[name], 0) / part.length / 1e6);
  };
  const names = ["rss", "heapUsed", "external", "arrayBuffers"] as const;
  const steps = [0, 2, 4, 6, 8].map((step) => step * tenth).concat(memory.length - tenth);
  return names.map((name) => `${name} ${steps.map((at) => mean(at, name)).join(" ")}`).join(", ");
}

const report = await chaos({
  postgres: postgresAddress,
  seconds,
  onFault: (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`),
});
const bad = ["lost", "doubled", "money", "wrong", "failed"] as const;
for (const name of bad) {
  console.log(`${name}: ${report[name].length}`);
  for (const text of report[name].slice(0, 20)) console.log(`  ${text}`);
}
console.log(`accepted: ${JSON.stringify(report.accepted)}, refused for now: ${report.refused}`);
console.log(`faults: ${report.faults}, kills: ${report.kills}, unsure writes: ${report.unsure}`);
console.log(`longest recovery: ${report.recoveryMs} ms`);
for (const role of ["api", "worker"] as const) {
  console.log(`memory of one ${role} in MB: ${growth(report.memory[role])}`);
}
process.exitCode = bad.some((name) => report[name].length > 0) ? 1 : 0;
