import { getEventListeners } from "node:events";
import { createRawSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { roundTrip, type RawRequest } from "../../../src/net/round-trip.ts";
import { systemDialer } from "../../../src/net/index.ts";
import { calm } from "./recorders.ts";

const LISTENED = ["data", "readable", "error", "end", "close"];

/** A line, however many packets it comes in. */
const line: RawRequest<string> = {
  send: "?",
  parse: (bytes) => {
    const end = bytes.indexOf("\n");
    return end === -1 ? undefined : { value: bytes.toString("latin1", 0, end), length: end + 1 };
  },
};

describe("roundTrip", () => {
  it("reads one reply after the other and leaves the rest", async () => {
    await using site = await createRawSite((socket) =>
      socket.once("data", () => socket.write("one\ntwo\nthree")),
    );
    const socket = await systemDialer.dial({ addresses: ["127.0.0.1"], port: site.port }, calm);
    expect(await roundTrip(socket, line, calm)).toBe("one");
    expect(await roundTrip(socket, line, calm)).toBe("two");
    expect(String(socket.read())).toBe("three");
    socket.destroy();
  });

  it.each([
    ["a reply", "one\n", () => {}],
    ["a malformed reply", "bad", () => {}],
    ["the end", "", () => {}],
    ["an abort", undefined, (controller: AbortController) => controller.abort()],
  ])("takes its listeners off after %s", async (...row) => {
    const [, reply, act] = row;
    await using site = await createRawSite((socket) =>
      socket.once("data", () => (reply === "" ? socket.end() : reply && socket.write(reply))),
    );
    const socket = await systemDialer.dial({ addresses: ["127.0.0.1"], port: site.port }, calm);
    socket.on("error", () => {});
    const counts = (): number[] => LISTENED.map((name) => socket.listenerCount(name));
    const before = counts();
    const controller = new AbortController();
    const request: RawRequest<string> = {
      send: "?",
      parse: (bytes) => {
        if (bytes[0] === 0x62) throw new Error("malformed");
        return line.parse(bytes);
      },
    };
    const asking = roundTrip(socket, request, controller.signal).catch(() => {});
    act(controller);
    await asking;
    expect(counts()).toEqual(before);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    socket.destroy();
  });

  it("fails at once on a socket that is closed", async () => {
    await using site = await createRawSite((socket) => socket.end());
    const socket = await systemDialer.dial({ addresses: ["127.0.0.1"], port: site.port }, calm);
    socket.destroy();
    await new Promise((resolve) => socket.once("close", resolve));
    await expect(roundTrip(socket, line, calm)).rejects.toMatchObject({ code: "ECONNRESET" });
  });
});
