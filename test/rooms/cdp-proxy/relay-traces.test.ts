import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { commandGate } from "../../../src/cdp-proxy/relay/command-gate.ts";
import { Relay } from "../../../src/cdp-proxy/relay/relay.ts";
import { ProxyChannel } from "./proxy-channel.ts";
import { ProxySocket } from "./proxy-socket.ts";
import { relayed } from "./relayed.ts";

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly data?: string; readonly eof?: boolean };
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

function join(folder = "/folder/downloads") {
  const [socket, channel, clock] = [new ProxySocket(), new ProxyChannel(), new FakeClock()];
  const limits = { idleMs: 60_000, maxMessageBytes: 64 * 1024 * 1024 };
  const relay = new Relay({ socket, channel, ...relayed(folder), clock }, limits);
  const heard = (): Answer[] => socket.heard.map((text) => JSON.parse(text) as Answer);
  return { socket, channel, relay, heard };
}

const traceConfig = { includedCategories: ["devtools.timeline"] };
const asked = { transferMode: "ReturnAsStream", traceConfig };

function events(value: readonly object[], sessionId?: string): string {
  return JSON.stringify({ method: "Tracing.dataCollected", params: { value }, sessionId });
}

function complete(sessionId?: string): string {
  // Chromium gives a stream only where it was asked for one.
  const params = { dataLossOccurred: false };
  return JSON.stringify({ method: "Tracing.tracingComplete", params, sessionId });
}

describe("A trace as a stream", () => {
  it("is made of the events alone: Chromium is asked for no stream, which tells of the host", () => {
    const { socket, channel, heard } = join();
    socket.say({ id: 1, method: "Tracing.start", params: asked, sessionId: "AB" });
    expect(JSON.parse(channel.sent[0] ?? "")).toEqual({
      id: 1,
      method: "Tracing.start",
      params: {
        transferMode: "ReportEvents",
        traceConfig: { ...traceConfig, excludedCategories: ["disabled-by-default-memory-infra"] },
      },
      sessionId: "AB",
    });
    channel.say(events([{ name: "a" }, { name: "ü]}" }], "AB"));
    channel.say(events([], "AB"));
    channel.say(events([{ name: "c" }], "AB"));
    expect(socket.heard).toEqual([]);
    channel.say(complete("AB"));
    const stream = heard()[0]?.params?.["stream"];
    expect(heard()).toEqual([
      {
        method: "Tracing.tracingComplete",
        params: {
          dataLossOccurred: false,
          stream,
          traceFormat: "json",
          streamCompression: "none",
        },
        sessionId: "AB",
      },
    ]);
    let text = "";
    for (let id = 2; ; id += 1) {
      socket.say({ id, method: "IO.read", params: { handle: stream, size: 5 }, sessionId: "AB" });
      const { result } = heard().at(-1) ?? {};
      text += result?.data ?? "";
      if (result?.eof !== false) break;
    }
    expect(JSON.parse(text)).toEqual({
      traceEvents: [{ name: "a" }, { name: "ü]}" }, { name: "c" }],
    });
    socket.say({ id: 90, method: "IO.close", params: { handle: stream } });
    expect(heard().at(-1)).toEqual({ id: 90, result: {} });
    // Then it is nobody's, and Chromium says so.
    socket.say({ id: 91, method: "IO.read", params: { handle: stream } });
    expect(channel.sent.at(-1)).toContain('"IO.read"');
  });

  it.each([
    ["/tmp/dragline-chromium-1-a/profile/Default/Cookies"],
    ["/usr/lib/chromium/chromium"],
    ["file:///home/me/x"],
    ["C:\\Users\\me\\profile"],
    ["/proc/self/maps"],
    ["opened (/elsewhere/browser/profile/x)"],
  ])("has no path of a file (%s), nor have events", (path) => {
    const { socket, channel } = join("/elsewhere/browser/downloads");
    const event = { cat: "sql", args: { path, url: "https://a.test/usr/x" } };
    channel.say(events([event], "AB"));
    const [text = ""] = socket.heard;
    expect(JSON.parse(text)).toMatchObject({
      method: "Tracing.dataCollected",
      params: { value: [{ cat: "sql", args: { url: "https://a.test/usr/x" } }] },
      sessionId: "AB",
    });
    expect(text).not.toContain(JSON.stringify(path));
    expect(text).not.toContain("/elsewhere/browser");
  });

  it("concerns one session: what others are told goes on as it came", () => {
    const { socket, channel } = join();
    socket.say({ id: 1, method: "Tracing.start", params: asked });
    const other = events([{ name: "b" }], "CD");
    channel.say(other);
    channel.say(events([{ name: "a" }]));
    channel.say(complete("CD"));
    expect(socket.heard).toEqual([other, complete("CD")]);
  });

  it("leaves traces that come as events, and other streams, alone", () => {
    const { socket, channel } = join();
    socket.say({ id: 1, method: "Tracing.start", params: { traceConfig } });
    socket.say({ id: 2, method: "IO.read", params: { handle: "1" } });
    channel.say(events([{ name: "a" }]));
    channel.say(complete());
    expect(channel.sent.length).toBe(2);
    expect(socket.heard).toEqual([events([{ name: "a" }]), complete()]);
  });

  it.each([{ streamFormat: "proto" }, { streamCompression: "gzip" }])(
    "is refused as %o, which cannot be made here",
    (more) => {
      const { socket, channel, heard } = join();
      socket.say({ id: 1, method: "Tracing.start", params: { ...asked, ...more } });
      expect(heard()).toMatchObject([{ id: 1, error: { code: -32_000 } }]);
      expect(channel.sent).toEqual([]);
    },
  );

  it("that is too long says that something was lost", () => {
    const { socket, channel, heard } = join();
    socket.say({ id: 1, method: "Tracing.start", params: asked });
    const long = events([{ name: "x".repeat(50 * 1024 * 1024) }]);
    for (let piece = 0; piece < 3; piece += 1) channel.say(long);
    channel.say(complete());
    expect(heard()[0]?.params).toMatchObject({ dataLossOccurred: true });
  });

  it("is read in order", () => {
    const { socket, channel, heard } = join();
    socket.say({ id: 1, method: "Tracing.start", params: asked });
    channel.say(complete());
    const handle = heard()[0]?.params?.["stream"];
    socket.say({ id: 2, method: "IO.read", params: { handle, offset: 3 } });
    expect(heard().at(-1)).toMatchObject({ id: 2, error: { code: -32_000 } });
    socket.say({ id: 3, method: "IO.read", params: { handle, offset: 0 } });
    expect(heard().at(-1)?.result).toMatchObject({ data: '{"traceEvents":[]}', eof: true });
  });
});

describe("commandGate: what tells of the host", () => {
  it.each([
    ["Tracing.start", { traceConfig: { memoryDumpConfig: {} } }],
    [
      "Tracing.start",
      { traceConfig: { includedCategories: ["disabled-by-default-memory-infra"] } },
    ],
    ["Tracing.start", { categories: "-*,disabled-by-default-memory-infra" }],
    ["Tracing.start", { traceConfig: "x" }],
    ["Tracing.start", { perfettoConfig: "x" }],
    ["Tracing.requestMemoryDump", {}],
    ["Memory.getSamplingProfile", {}],
    ["Memory.getAllTimeSamplingProfile", {}],
    ["Memory.getBrowserSamplingProfile", {}],
    ["Browser.getBrowserCommandLine", {}],
    ["SystemInfo.getInfo", {}],
    ["SystemInfo.getProcessInfo", {}],
  ])("%s with %o is refused, and says why", (method, params) => {
    const verdict = commandGate(JSON.stringify({ id: 7, method, params }), "/folder");
    expect(verdict.kind).toBe("answer");
    expect(verdict.text).toMatch(/is not allowed here: .{10}/);
  });

  it("a trace in a message in a message is refused, since its stream could not be seen", () => {
    const message = JSON.stringify({ id: 1, method: "Tracing.start", params: asked });
    const params = { message, targetId: "T" };
    const verdict = commandGate(
      JSON.stringify({ id: 7, method: "Target.sendMessageToTarget", params }),
      "/folder",
    );
    expect(verdict.kind).toBe("answer");
  });

  it("the categories of the old kind get the one taken away that names files", () => {
    const verdict = commandGate(
      JSON.stringify({ id: 7, method: "Tracing.start", params: { categories: "a,b" } }),
      "/folder",
    );
    expect(JSON.parse(verdict.text)).toMatchObject({
      params: { categories: "a,b,-disabled-by-default-memory-infra" },
    });
  });
});
