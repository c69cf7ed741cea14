import { connect } from "node:net";
import type { Step } from "../step.ts";
import { Refused } from "../step.ts";

const database = process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";
const redis = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379";

const step: Step = {
  title: "two API and two worker processes on Postgres and Redis, one worker killed",
  timeoutMs: 240_000,
  async run(place) {
    for (const address of [database, redis]) await checkListens(new URL(address));
    await place.install("pg", "bullmq", "ioredis");
    await place.bring("api.mjs", "workers.mjs");
    process.env["DATABASE_URL"] = database;
    process.env["REDIS_URL"] = redis;
    return await place.node("workers.mjs");
  },
};
export default step;

async function checkListens({ protocol, hostname, port }: URL): Promise<void> {
  const usual = protocol === "redis:" ? 6379 : 5432;
  const socket = connect(port === "" ? usual : Number(port), hostname);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (error) => {
      const what = protocol === "redis:" ? "Redis (REDIS_URL)" : "Postgres (DATABASE_URL)";
      reject(new Refused(`${what} does not answer at ${hostname}: ${error.message}`));
    });
  });
  socket.destroy();
}
