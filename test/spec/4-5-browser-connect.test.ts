import { staticProxies } from "dragline/fetcher";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type Joined, type User } from "../transports/index.ts";
import { SECRET, SessionWorld, STATE } from "./session-world.ts";

const call = { signal: new AbortController().signal };
const REQUEST_ID = /^req_[0-9a-f]{32}$/;
const VERSION = '{"id":1,"method":"Browser.getVersion"}';

/** Sends a command and waits for its answer: the connection works. */
async function works(connection: Joined): Promise<void> {
  const seen = connection.received.length;
  connection.send(VERSION);
  const messages = await connection.come(seen + 1);
  expect(JSON.parse(messages[seen] ?? "")).toMatchObject({ id: 1, result: {} });
}

describe.each(transports)("4.5 the browser connection, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, { collaborators: under.collaborators, runs: false });
  /** Opens, and closes again; resolves when nothing of it is held any more. */
  const once = async (user: User, query: string): Promise<void> => {
    const before = world.browsers.open.size;
    const connection = await user.join(query);
    connection.close();
    await expect.poll(() => world.browsers.open.size).toBe(before);
  };

  it("upgrades with X-Request-Id and the connection's id, and carries CDP", async () => {
    const connection = await world.alice.join();
    expect(connection.headers.get("x-request-id")).toMatch(REQUEST_ID);
    const id = connection.headers.get("x-service-connection-id");
    expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
    await works(connection);
    connection.close();
    await connection.closed;
    const recording = await world.alice.until(
      `/recordings/${id}`,
      (doc) => doc.status === "completed",
    );
    expect(recording["connId"]).toBe(id);
  });

  it("takes a session by id before name, and a name of the caller's own", async () => {
    const user = await world.user();
    const id = await under.save(user.account, "harbour");
    for (const query of [`session_id=${id}&session_name=nothing`, "session_name=harbour"]) {
      const connection = await user.join(query);
      expect(world.browsers.last.loaded).toEqual(STATE);
      connection.close();
      await expect.poll(() => world.browsers.open.size).toBe(0);
    }
    const sessions = (await user.get("/sessions")).list;
    expect(sessions).toMatchObject([{ name: "harbour", lastUsedAt: expect.any(String) }]);
  });

  it("starts a fresh browser when no session is named", async () => {
    const connection = await world.alice.join("session_id=&session_name=");
    expect(world.browsers.last.loaded).toBeUndefined();
    connection.close();
    await connection.closed;
  });

  it("saves the state under save_session on disconnect, sealed", async () => {
    const user = await world.user();
    world.browsers.state = STATE;
    await once(user, "save_session=harbour&save_url=https%3A%2F%2Fwww.example.com%2Flogin");
    const sessions = (await user.get("/sessions")).list;
    expect(sessions).toMatchObject([
      { name: "harbour", websiteUrl: "https://www.example.com/login", cookieCount: 1 },
    ]);
    await once(user, "session_name=harbour");
    expect(JSON.stringify(sessions)).not.toContain(SECRET);
  });

  it("saves nothing without save_session, and does not change what it loaded", async () => {
    const user = await world.user();
    const id = await under.save(user.account, "unchanged");
    world.browsers.state = { cookies: [], origins: [] };
    await once(user, `session_id=${id}`);
    expect(await under.store.load(id, call)).toEqual(STATE);
    expect((await user.get("/sessions")).list).toHaveLength(1);
  });

  it.each(["country=de", "country=zz9", "country=", ""])(
    "takes US for ?%s: there are no proxies",
    async (query) => {
      await once(world.alice, query);
      expect(world.browsers.orders.at(-1)?.country ?? "US").toBe("US");
    },
  );

  it("accepts and ignores `record` and what it does not know", async () => {
    await once(world.alice, "record=false&harbour=1");
    const { recordings } = (await world.alice.get("/recordings")).json;
    expect(recordings).not.toEqual([]);
  });

  it("is 404 under any other path", async () => {
    for (const path of ["/browser-connects", "/credits", "/", "/browser-connect/x"]) {
      const answer = await world.alice.upgrade(path);
      expect([answer.status, "json" in answer && answer.json.error]).toEqual([404, "not_found"]);
    }
  });

  it("answers 400 to a request that asks for no upgrade", async () => {
    const answer = await world.alice.get("/browser-connect");
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
    expect((await world.nobody.get("/browser-connect")).status).toBe(401);
  });
});

describe.each(transports)("4.5 the country of a connection, over $name", (transport) => {
  const under = new SessionWorld();
  const lists = { us: ["http://us.proxy.example:1"], de: ["http://de.proxy.example:1"] };
  const collaborators = { ...under.collaborators, proxies: staticProxies(lists) };
  const world = useWorld(transport, { collaborators, runs: false });

  it.each([
    ["country=de", "DE", "de"],
    ["country=DE", "DE", "de"],
    ["country=fr", "US", "us"],
    ["country=zz9", "US", "us"],
    ["", "US", "us"],
  ])("of ?%s is %s", async (query, country, host) => {
    const connection = await world.alice.join(query);
    const { country: taken, proxy } = world.browsers.orders.at(-1) ?? {};
    expect([taken, proxy?.hostname]).toEqual([country, `${host}.proxy.example`]);
    connection.close();
    await connection.closed;
  });

  it("is that of the address that a loaded session remembers", async () => {
    const user = await world.user();
    const saving = await user.join("save_session=static&country=de");
    saving.close();
    await expect
      .poll(async () => (await user.get("/sessions")).list)
      .toMatchObject([{ name: "static", staticProxy: true }]);
    await expect.poll(() => world.browsers.open.size).toBe(0);
    const loading = await user.join("session_name=static");
    expect(world.browsers.orders.at(-1)?.proxy?.hostname).toBe("de.proxy.example");
    loading.close();
    await loading.closed;
    expect((await user.get("/sessions")).text).not.toContain("proxy.example");
  });
});
