import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector, type Connector } from "../../../src/net/index.ts";
import { openDoor } from "./open-door.ts";
import { calm } from "./recorders.ts";

const connector = createConnector({}, { allow: ["127.0.0.1"] });

describe("ProxyDoor.lead", () => {
  it("opens a door that was shut; before, every connection is refused", async () => {
    await using site = await createSite({ "/": "page" });
    await using open = await openDoor({ connector, door: { shut: true } });
    const authority = `127.0.0.1:${site.port}`;
    expect((await open.tunnel(authority)).head).toContain(" 502 ");
    expect(open.door.failureOf("127.0.0.1")?.code).toBe("CONNECT_FAILED");
    expect(site.connections).toBe(0);
    open.door.lead(undefined);
    expect((await open.tunnel(authority)).head).toContain(" 200 ");
    expect(await open.get(site.url("/"))).toBe("page");
  });

  it("leads through a proxy, of which it keeps a copy, and back", async () => {
    const asked: (string | undefined)[] = [];
    const noting: Connector = {
      connect(target, signal) {
        asked.push(target.proxy?.href);
        return connector.connect({ url: target.url }, signal);
      },
    };
    await using site = await createSite({ "/": "page" });
    await using open = await openDoor({ connector: noting, door: { shut: true } });
    const proxy = new URL("http://user:secret@proxy.test:8080/");
    open.door.lead(proxy);
    proxy.host = "other.test";
    expect(await open.get(site.url("/"))).toBe("page");
    open.door.lead(undefined);
    expect(await open.get(site.url("/"))).toBe("page");
    expect(asked).toEqual(["http://user:secret@proxy.test:8080/", undefined]);
  });

  it("refuses a URL that is no proxy's and leads where it led", async () => {
    await using site = await createSite({ "/": "page" });
    await using open = await openDoor({ connector });
    const refused = expect.objectContaining({ code: "PROXY_FAILED" });
    expect(() => open.door.lead(new URL("ftp://proxy.test/"))).toThrow(refused);
    expect(await open.get(site.url("/"))).toBe("page");
  });

  it("cuts what goes through the door, also what is only being connected", async () => {
    await using site = await createSite({ "/": "page" });
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let slow = false;
    const gated: Connector = {
      async connect(target) {
        if (slow) {
          begun.resolve();
          await gate.promise;
        }
        return connector.connect({ url: target.url }, calm);
      },
    };
    await using open = await openDoor({ connector: gated });
    const authority = `127.0.0.1:${site.port}`;
    const { client } = await open.tunnel(authority);
    const closed = new Promise((resolve) => client.once("close", resolve));
    slow = true;
    const late = open.tunnel(authority);
    await begun.promise;
    open.door.lead(undefined);
    await closed;
    gate.resolve();
    expect((await late).head).toContain(" 502 ");
  });
});
