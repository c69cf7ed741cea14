import { spawn } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector, createAddressGuard, createGuardProxy } from "../../../src/net/index.ts";
import { isOwnPeer, ownerIn } from "../../../src/net/peer-owner.ts";
import { calm } from "./recorders.ts";

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const lacking = isRoot ? "" : " (left out: only root can be another user)";

const head =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const row = (local: string, remote: string, [uid, state]: [number, string?]): string =>
  `   0: ${local} ${remote} ${state ?? "01"} 00000000:00000000 00:00000000 00000000 ${uid}        0 7364 1 0 20 4 30 10 -1`;
const mapped = "0000000000000000FFFF0000";
const peer = {
  remoteAddress: "127.0.0.1",
  remotePort: 40_000,
  localAddress: "127.0.0.1",
  localPort: 8_080,
};
const [theirs, ours] = ["0100007F:9C40", "0100007F:1F90"];

describe("the owner of the other end", () => {
  it.each<[string, string[], number | undefined]>([
    ["is in its own row", [row(ours, theirs, [7]), row(theirs, ours, [1000])], 1000],
    ["is not in the row of our end", [row(ours, theirs, [7])], undefined],
    ["is not in that of a connection to elsewhere", [row(theirs, "0100007F:1F91", [5])], undefined],
    ["is not in that of another address", [row("0200007F:9C40", ours, [5])], undefined],
    ["is not in that of another port", [row("0100007F:9C41", ours, [5])], undefined],
    ["is not in that of a listener", [row(theirs, "00000000:0000", [5, "0A"])], undefined],
    ["may be root", [row(theirs, ours, [0])], 0],
    ["is found by its mapped address", [row(mapped + theirs, mapped + ours, [33])], 33],
    ["is not told by a table that says something else", [`${theirs} ${ours} 01`], undefined],
  ])("%s", (_, rows, owner) => {
    expect(ownerIn([head, ...rows, ""].join("\n"), peer)).toBe(owner);
  });

  it("is this user's for a connection of this process", async () => {
    const arrived = Promise.withResolvers<Socket>();
    const server = createServer(arrived.resolve);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const { connect } = await import("node:net");
    const client = connect(port, "127.0.0.1");
    const socket = await arrived.promise;
    expect(await isOwnPeer(socket)).toBe(true);
    client.destroy();
    socket.destroy();
    await new Promise((resolve) => void server.close(resolve));
  });
});

describe(`a door on a machine with other users${lacking}`, () => {
  /** Asks through the door as a user, by a connection of IPv4 or a mapped one. */
  async function askAs(uid: number, url: string, [door, host]: [string, string]): Promise<string> {
    const program = `
      const socket = require("node:net").connect(${new URL(door).port}, "${host}");
      socket.write("GET ${url} HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n");
      socket.on("error", () => {}).pipe(process.stdout);`;
    const child = spawn(process.execPath, ["-e", program], { uid, gid: uid, cwd: "/", env: {} });
    return await text(child.stdout);
  }

  it.skipIf(!isRoot)("lets only this user through", async () => {
    await using site = await createSite({ "/": "secret" });
    const connector = createConnector({ guard: createAddressGuard({ allow: ["127.0.0.1"] }) });
    await using proxy = createGuardProxy({ connector });
    await using door = await proxy.open({}, calm);
    const url = site.url("/");
    for (const host of ["127.0.0.1", "::ffff:127.0.0.1"]) {
      expect(await askAs(65_534, url, [door.url, host])).toBe("");
      expect(await askAs(1, url, [door.url, host])).toBe("");
      expect(site.requests.length).toBe(host === "127.0.0.1" ? 0 : 1);
      expect(await askAs(0, url, [door.url, host])).toContain("secret");
    }
  });
});
