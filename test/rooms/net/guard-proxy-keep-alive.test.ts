import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { createRawSite, createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector } from "../../../src/net/index.ts";
import { openDoor, proxied } from "./open-door.ts";

const connector = createConnector({}, { allow: ["127.0.0.1"] });

describe("a door's connections to websites", () => {
  it("are used by no other door", async () => {
    await using site = await createSite({ "/": "page" });
    await using first = await openDoor({ connector });
    await using second = await openDoor({ connector });
    for (const open of [first, second, first, second]) await open.get(site.url("/"));
    expect(site.connections).toBe(2);
  });

  it("close when they were unused for a while", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "/": "page" });
    await using open = await openDoor({ connector, clock, options: { idleMs: 3000 } });
    await open.get(site.url("/"));
    await clock.advance(2999);
    await open.get(site.url("/"));
    await clock.advance(2999);
    expect(await open.get(site.url("/"))).toBe("page");
    expect(site.connections).toBe(1);
    await clock.advance(3000);
    await site.idle();
    expect(await open.get(site.url("/"))).toBe("page");
    expect(site.connections).toBe(2);
  });

  it("are kept six for a website, and as many as a door has sockets", async () => {
    const waiting: ServerResponse[] = [];
    await using site = await createSite({
      "/": (request, response) => {
        waiting.push(response);
        if (waiting.length < Number(request.headers["x-together"])) return;
        for (const each of waiting.splice(0)) each.end("page");
      },
    });
    await using second = await createSite({ "/": "page" });
    const open = (): number => site.open + second.open;
    for (const [maxSockets, together, kept, all] of [
      [256, 10, 6, 7],
      [6, 6, 6, 6],
      [3, 3, 3, 3],
    ] as const) {
      await using door = await openDoor({ connector, options: { maxSockets } });
      const headers = { host: "x", "x-together": together };
      const asking = Array.from({ length: together }, () => door.send(site.url("/"), { headers }));
      for (const response of await Promise.all(asking)) await text(response);
      while (open() > kept) await turn();
      expect(open()).toBe(kept);
      await door.get(second.url("/"));
      while (open() > all) await turn();
      expect(open()).toBe(all);
      await door.door[Symbol.asyncDispose]();
      await Promise.all([site.idle(), second.idle()]);
    }
  });

  it("are made anew when one broke at the moment that it was used again, once", async () => {
    let answers = 2;
    const asked: string[] = [];
    await using site = await createRawSite((socket) => {
      let first = true;
      socket.setEncoding("latin1").on("data", (chunk: string) => {
        asked.push(chunk.slice(0, chunk.indexOf(" ")));
        if (first && answers > 0) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        else socket.destroy();
        if (first) answers -= 1;
        first = false;
      });
    });
    await using open = await openDoor({ connector });
    expect(await open.get(site.url("/"))).toBe("ok");
    expect(await open.get(site.url("/"))).toBe("ok");
    expect(asked).toEqual(["GET", "GET", "GET"]);
    await expect(open.get(site.url("/"))).rejects.toThrow("socket hang up");
    expect(asked).toHaveLength(5);
  });

  it("are new ones for what may not be sent twice", async () => {
    await using site = await createSite({ "/": "page" });
    await using open = await openDoor({ connector });
    const headers = { host: `127.0.0.1:${site.port}` };
    for (const [method, body] of [
      ["POST", undefined],
      ["POST", "body"],
      ["PUT", "body"],
      ["PATCH", undefined],
    ] as const) {
      const before = site.connections;
      await open.get(site.url("/"));
      const response = await open.send(site.url("/"), { method, headers }, body);
      await once(response.resume(), "end");
      expect(site.connections).toBe(before + (before === 0 ? 2 : 1));
    }
  });

  it("are refused above the limit of sockets", async () => {
    await using site = await createRawSite(() => {});
    await using open = await openDoor({ connector, options: { maxSockets: 2 } });
    const authority = `127.0.0.1:${site.port}`;
    const held = [await open.tunnel(authority), await open.tunnel(authority)];
    expect((await open.say(proxied(site.url("/")))).said).toBe("");
    expect(site.connections).toBe(2);
    held[0]?.client.destroy();
    while (site.open > 1) await turn();
    expect((await open.tunnel(authority)).head).toContain(" 200 ");
  });
});
