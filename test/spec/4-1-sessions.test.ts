import { beforeAll, describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

const saved = "11111111-1111-4111-8111-111111111111";
const empty = "22222222-2222-4222-8222-222222222222";
const foreign = "33333333-3333-4333-8333-333333333333";

describe.each(transports)("4.1 and 4.3 with a saved session, over $name", (transport) => {
  const world = useWorld(transport);

  beforeAll(() => {
    const { alice, bob, sessions } = world;
    sessions.rows.push(
      { id: saved, account: alice.account, name: "harbour", isSaved: true },
      { id: empty, account: alice.account, name: "unsaved", isSaved: false },
      { id: foreign, account: bob.account, name: "of bob", isSaved: true },
    );
  });

  const routes = [
    ["/url-scraper", "url"],
    ["/url-scraper/scrape", "url"],
    ["/url-scraper/batch", "urls"],
    ["/map", "url"],
    ["/crawl", "url"],
  ] as const;

  describe.each(routes)("POST %s", (path, field) => {
    const submit = (more: object) => {
      const url = world.page("/one");
      return world.alice.post(path, { [field]: field === "urls" ? [url] : url, ...more });
    };

    it.each([
      ["an unknown id", { sessionId: "44444444-4444-4444-8444-444444444444" }, [404, "not_found"]],
      ["an unknown name", { sessionName: "nothing" }, [404, "not_found"]],
      ["a name of another user", { sessionName: "of bob" }, [404, "not_found"]],
      ["another user's id", { sessionId: foreign }, [403, "forbidden"]],
      ["an id without saved state", { sessionId: empty }, [422, "session_not_saved"]],
      ["a name without saved state", { sessionName: "unsaved" }, [422, "session_not_saved"]],
    ] as const)("answers %s", async (_, session, expected) => {
      const before = await world.alice.balance();
      const answer = await submit(session);
      expect([answer.status, answer.json.error]).toEqual(expected);
      expect(await world.alice.balance()).toBe(before);
    });

    it("takes a session by id and by name; the id wins", async () => {
      for (const session of [
        { sessionId: saved },
        { sessionName: "harbour" },
        { sessionId: saved, sessionName: "unsaved" },
      ]) {
        expect([200, 202]).toContain((await submit(session)).status);
      }
      expect((await submit({ sessionId: empty, sessionName: "harbour" })).status).toBe(422);
    });

    it("never answers session_in_use: a copy is loaded and not held", async () => {
      const both = await Promise.all([submit({ sessionId: saved }), submit({ sessionId: saved })]);
      for (const { status } of both) expect([200, 202]).toContain(status);
    });
  });

  it("enables browser mode, with the state loaded", async () => {
    const url = world.page("/one?with-session");
    await world.alice.finish("/url-scraper", { url, sessionId: saved });
    const visit = world.visitor.visits.find((one) => one.url === url);
    expect(visit?.call.state).toEqual({ cookies: [], origins: [] });
  });
});

describe.each(transports)("4.1 a host without saved sessions, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { sessions: undefined } });

  it("answers 404 for any session", async () => {
    for (const session of [{ sessionId: saved }, { sessionName: "harbour" }]) {
      const answer = await world.alice.post("/url-scraper", {
        url: world.page("/one"),
        ...session,
      });
      expect([answer.status, answer.json.error]).toEqual([404, "not_found"]);
    }
  });
});
