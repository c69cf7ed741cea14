import { describe, expect, it } from "vitest";
import { transports, useWorld, type Joined } from "../transports/index.ts";
import { SessionWorld, STATE } from "./session-world.ts";

const MINUTE = 60_000;

/** Sends a command and waits for its answer: the connection works. */
async function works(connection: Joined): Promise<void> {
  const seen = connection.received.length;
  connection.send('{"id":1,"method":"Browser.getVersion"}');
  const messages = await connection.come(seen + 1);
  expect(JSON.parse(messages[seen] ?? "")).toMatchObject({ id: 1, result: {} });
}

describe.each(transports)("8 a browser connection is closed, over $name", (transport) => {
  const under = new SessionWorld();
  const world = useWorld(transport, { collaborators: under.collaborators, runs: false });

  it("with 1000 when the client is done or says Browser.close", async () => {
    const connection = await world.alice.join();
    connection.send('{"id":1,"method":"Browser.close"}');
    expect(await connection.closed).toMatchObject({ code: 1000 });
  });

  it("with 1011 when the browser fails", async () => {
    const connection = await world.alice.join();
    world.browsers.last.crash();
    expect(await connection.closed).toMatchObject({ code: 1011 });
  });

  it("with 4001 after 60 s without a message, and not before", async () => {
    const connection = await world.alice.join();
    await under.clock.advance(59_000);
    await works(connection);
    await under.clock.advance(59_000);
    await works(connection);
    await under.clock.advance(60_000);
    expect(await connection.closed).toMatchObject({ code: 4001 });
  });

  it("with 4002 after 2 hours", async () => {
    const user = await world.user();
    const connection = await user.join();
    for (let minutes = 0; minutes < 119.5; minutes += 0.5) {
      await under.clock.advance(MINUTE / 2);
      await works(connection);
    }
    await under.clock.advance(MINUTE / 2);
    expect(await connection.closed).toMatchObject({ code: 4002 });
    expect(await user.balance()).toBe(240);
  });

  it("with 4003 when the credits are used up, and saves", async () => {
    const user = await world.user(2);
    world.browsers.state = STATE;
    const connection = await user.join("save_session=late");
    for (let minutes = 0; minutes < 3.5; minutes += 0.5) {
      await under.clock.advance(MINUTE / 2);
      await works(connection);
    }
    expect(await user.balance()).toBe(0);
    await under.clock.advance(MINUTE / 2);
    expect(await connection.closed).toMatchObject({ code: 4003 });
    await expect.poll(() => world.browsers.open.size).toBe(0);
    expect((await user.get("/sessions")).list).toHaveLength(1);
  });

  it("with 1001 when the service shuts down, and saves", async () => {
    const user = await world.user();
    const connection = await user.join("save_session=drained");
    const websiteUrl = "https://www.example.com/login";
    expect((await user.post("/sessions/manual-start", { websiteUrl })).status).toBe(201);
    await world.service.drain();
    expect(await connection.closed).toMatchObject({ code: 1001 });
    expect((await user.get("/sessions")).list).toHaveLength(1);
    const refused = await user.refused();
    expect([refused.status, refused.json.error]).toEqual([503, "service_unavailable"]);
    expect(world.service.browsers().connections).toBe(0);
    // Logins by hand end too.
    expect(world.browsers.open.size).toBe(0);
    const login = await user.post("/sessions/manual-start", { websiteUrl });
    expect([login.status, login.json.error]).toEqual([503, "service_unavailable"]);
  });
});
