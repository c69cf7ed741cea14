import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const query = "Which running shoes are best?";

describe.each(transports)("4.7 POST /ai-visibility/search, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it("answers 202 with the record, running and without results", async () => {
    const answer = await world.alice.post("/ai-visibility/search", { query });
    expect(answer.status).toBe(202);
    const { id } = answer.json;
    expect(answer.json).toEqual({
      id,
      search_id: id,
      status: "running",
      query,
      country: "us",
      results: [],
      credits_used: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const record = await world.alice.settled(`/ai-visibility/search/${id}`);
    console.log(JSON.stringify(record, null, 1));
  });
});
