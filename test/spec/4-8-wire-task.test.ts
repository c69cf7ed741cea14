import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(transports)("4.8 POST /wire/task, over $name", (transport) => {
  const world = useWorld(transport);

  it("answers 202 with a UUID and the path of the job, which completes with what the action gave", async () => {
    const user = await world.user();
    const url = world.page("/board");
    world.board.put("/board", "The harbour opens at six.");
    const answer = await user.post("/wire/task", { action_id: "board.page", params: { url } });
    expect([answer.status, answer.json]).toEqual([
      202,
      {
        status: "processing",
        job_id: expect.stringMatching(UUID),
        poll_url: `/v1/wire/jobs/${answer.json["job_id"]}`,
      },
    ]);
    const job = await user.settled(`/wire/jobs/${answer.json["job_id"]}`);
    expect(job).toEqual({
      status: "completed",
      job_id: answer.json["job_id"],
      action_id: "board.page",
      data: { status: 200, text: expect.stringContaining("opens at six") },
      credits_used: 1,
      execution_ms: expect.any(Number),
    });
    expect(await user.balance()).toBe(299);
  });
});
