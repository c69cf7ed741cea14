import { describe, expect, it } from "vitest";
import { commandGate } from "../../../src/cdp-proxy/relay/command-gate.ts";

const FOLDER = "/tmp/connection/downloads";

function gate(message: unknown) {
  const text = typeof message === "string" ? message : JSON.stringify(message);
  const verdict = commandGate(Buffer.from(text), FOLDER);
  return { kind: verdict.kind, message: JSON.parse(verdict.text) as Record<string, unknown> };
}

function command(method: string, params: object = {}) {
  return gate({ id: 7, method, params, sessionId: "S" });
}

/** Refused, with the command's own id and session. */
const refused = {
  kind: "answer",
  message: {
    id: 7,
    error: { code: -32_000, message: expect.any(String) as string },
    sessionId: "S",
  },
};

const closedUrls = [
  "file:///etc/passwd",
  "FILE:///etc/passwd",
  "file:/etc/passwd",
  "file:etc",
  " \u0001\u0000file:///etc/passwd",
  "fi\tle:///etc/passwd",
  "\nfi\r\nle:///etc/passwd",
  "view-source:file:///etc/passwd",
  "View-Source: view-source:\tfile:///etc/passwd",
  "filesystem:file:///temporary/x",
  "chrome://settings",
  "chrome:settings",
  "chrome-untrusted://print",
  "devtools://devtools/bundled/inspector.html",
  "chrome-extension://abc/page.html",
  "chrome-search://local-ntp",
  "about:settings",
  "about:version",
  "about:blankets",
  "mailto:a@b.test",
  "ssh://host",
  "/etc/passwd",
  "etc/passwd",
  "www.example.com",
];

const openUrls = [
  "https://example.com/?q=file:///etc",
  "HTTP://example.com",
  "view-source:https://example.com/",
  "data:text/html,file:///",
  "blob:https://example.com/1-2",
  "about:blank",
  "ABOUT:BLANK#x",
  "about:srcdoc",
  "javascript:void 0",
  "chrome-error://chromewebdata/",
  "",
];

const urlCommands = [
  "Page.navigate",
  "Target.createTarget",
  "Fetch.continueRequest",
  "Network.loadNetworkResource",
];

describe("commandGate: URLs", () => {
  it.each(urlCommands)("%s goes to no URL that is closed", (method) => {
    for (const url of closedUrls) expect(command(method, { url }), url).toEqual(refused);
    expect(command(method, { url: ["file:///"] })).toEqual(refused);
  });

  it.each(urlCommands)("%s goes to the web and to what pages are made of", (method) => {
    for (const url of openUrls) {
      const message = { id: 7, method, params: { url }, sessionId: "S" };
      expect(command(method, { url })).toEqual({ kind: "send", message });
    }
  });
});

const refusals: readonly [string, object?][] = [
  ["Browser.crash"],
  ["Browser.crashGpuProcess"],
  ["Browser.executeBrowserCommand", { commandId: "openGlic" }],
  ["Browser.getBrowserCommandLine"],
  ["Cast.enable"],
  ["DeviceAccess.selectPrompt", { id: "1", deviceId: "2" }],
  ["DOM.setFileInputFiles", { files: ["/etc/passwd"] }],
  ["DOM.setFileInputFiles", { files: [`${FOLDER}/a`, `${FOLDER}/../b`] }],
  ["DOM.setFileInputFiles", { files: [FOLDER] }],
  ["DOM.setFileInputFiles", { files: [`${FOLDER}-of-others/a`] }],
  ["DOM.setFileInputFiles", { files: ["a"] }],
  ["DOM.setFileInputFiles", { files: [`${FOLDER}/a\0/../../../etc/passwd`] }],
  ["DOM.setFileInputFiles", { files: "/etc/passwd" }],
  ["Extensions.loadUnpacked", { path: "/" }],
  ["Input.dispatchDragEvent", { type: "drop", data: { items: [], files: ["/etc/passwd"] } }],
  ["PWA.install", { manifestId: "https://a.test" }],
  ["SystemInfo.getInfo"],
  ["Target.createBrowserContext", { proxyServer: "http://10.0.0.1:1" }],
  ["Target.createBrowserContext", { proxyServer: "" }],
  ["Target.createBrowserContext", { proxyBypassList: "*" }],
  ["Target.exposeDevToolsProtocol", { targetId: "T" }],
  ["Target.openDevTools", { targetId: "T" }],
  ["Target.setRemoteLocations", { locations: [{ host: "10.0.0.1", port: 1 }] }],
  ["Tethering.bind", { port: 1 }],
  ["Tracing.start", { perfettoConfig: "AA==" }],
  ["Tracing.start", { tracingBackend: "system" }],
];

describe("commandGate: commands", () => {
  it.each(refusals)("refuses %s %j", (method, params) => {
    expect(command(method, params)).toEqual(refused);
  });

  it.each([
    ["Page.navigate", { url: "https://a.test/", referrer: "file:///x" }],
    ["Runtime.evaluate", { expression: "location = 'file:///etc/passwd'" }],
    ["DOM.setFileInputFiles", { files: [`${FOLDER}/a`, `${FOLDER}/b/c`] }],
    ["DOM.setFileInputFiles", { files: [] }],
    ["Input.dispatchDragEvent", { data: { items: [], dragOperationsMask: 1 } }],
    ["Target.createBrowserContext", { disposeOnDetach: true }],
    ["Browser.setDownloadBehavior", { behavior: "deny" }],
    ["Page.crash", {}],
    ["toString", {}],
    ["__proto__", {}],
    ["", {}],
  ])("lets %s %j through as it is", (method, params) => {
    expect(command(method, params)).toEqual({
      kind: "send",
      message: { id: 7, method, params, sessionId: "S" },
    });
  });

  it.each(["Browser.setDownloadBehavior", "Page.setDownloadBehavior"])(
    "leads downloads of %s into the folder",
    (method) => {
      const asked = { behavior: "allowAndName", downloadPath: "/etc", eventsEnabled: true };
      const { message } = command(method, asked);
      expect(message["params"]).toEqual({ ...asked, downloadPath: FOLDER });
      expect(command(method, { behavior: "allow" }).message["params"]).toEqual({
        behavior: "allow",
        downloadPath: FOLDER,
      });
      expect(command(method, { behavior: "default", downloadPath: "/" }).message["params"]).toEqual(
        { behavior: "default", downloadPath: FOLDER },
      );
    },
  );

  it("answers Browser.close itself, and ends", () => {
    expect(command("Browser.close")).toEqual({
      kind: "end",
      message: { id: 7, result: {}, sessionId: "S" },
    });
    expect(gate({ id: 1, method: "Browser.close" })).toEqual({
      kind: "end",
      message: { id: 1, result: {} },
    });
  });

  it("judges a message in Target.sendMessageToTarget like every other", () => {
    const send = (inner: unknown) =>
      command("Target.sendMessageToTarget", {
        sessionId: "T",
        message: typeof inner === "string" ? inner : JSON.stringify(inner),
      });
    const fine = { id: 1, method: "Runtime.evaluate", params: { expression: "1" } };
    expect(send(fine).message["params"]).toEqual({ sessionId: "T", message: JSON.stringify(fine) });
    const download = send({
      id: 1,
      method: "Page.setDownloadBehavior",
      params: { behavior: "allow" },
    });
    expect(JSON.stringify(download.message)).toContain(FOLDER);
    const navigate = { id: 1, method: "Page.navigate", params: { url: "file:///" } };
    expect(send(navigate)).toEqual(refused);
    expect(send({ id: 1, method: "Browser.close" })).toEqual(refused);
    expect(send("{")).toEqual(refused);
    const nested = {
      id: 1,
      method: "Target.sendMessageToTarget",
      params: { message: JSON.stringify(navigate) },
    };
    expect(send(nested)).toEqual(refused);
    expect(command("Target.sendMessageToTarget", { message: navigate })).toEqual(refused);
  });
});

describe("commandGate: malformed messages", () => {
  it.each([
    ["{", -32_700],
    ["", -32_700],
    ['{"id":1,"method":"a"}}', -32_700],
    ["[]", -32_600],
    ["null", -32_600],
    ['"text"', -32_600],
    ['{"method":"Page.enable"}', -32_600],
    ['{"id":1.5,"method":"Page.enable"}', -32_600],
    ['{"id":"1","method":"Page.enable"}', -32_600],
    ['{"id":1,"method":["Page.navigate"],"params":{"url":"file:///"}}', -32_600],
    ['{"id":1,"method":"Page.enable","sessionId":1}', -32_600],
    ['{"id":1,"method":"Page.enable","params":[]}', -32_600],
    ['{"id":1,"method":"Page.enable","Method":"Browser.crash"}', -32_600],
  ])("%s is answered with %i", (text, code) => {
    const { kind, message } = gate(text);
    expect(kind).toBe("answer");
    expect(message).toMatchObject({ error: { code } });
  });

  it("writes what passes anew: of a key that stands twice, the last is judged and sent", () => {
    const text =
      '{"id":1,"method":"Runtime.enable","params":{},"method":"Page.navigate","params":{"url":"about:blank","url":"file:///x"}}';
    expect(gate(text).kind).toBe("answer");
    const reverse =
      '{"id":1,"method":"Page.navigate","params":{"url":"file:///x","url":"about:blank"}}';
    expect(commandGate(reverse, FOLDER).text).toBe(
      '{"id":1,"method":"Page.navigate","params":{"url":"about:blank"}}',
    );
    const escaped = String.raw`{"id":1,"\u006dethod":"Page.navig\u0061te","params":{"\u0075rl":"f\u0069le:///x"}}`;
    expect(gate(escaped).kind).toBe("answer");
  });

  it("takes __proto__ for a key like every other", () => {
    const text =
      '{"id":1,"method":"Runtime.evaluate","params":{"__proto__":{"url":"x"},"expression":"1"}}';
    expect(commandGate(text, FOLDER).text).toBe(text);
    expect(gate('{"__proto__":{"id":1,"method":"Page.enable"}}').kind).toBe("answer");
  });

  it("does not read what would hold up the others", () => {
    const wrapped = (inner: string): string => `{"id":1,"method":"a","params":{"a":${inner}}}`;
    const most = 25 * 1024 * 1024;
    for (const part of ["[", '{"a":', "[],", '"",', '"\\"",']) {
      const started = performance.now();
      const { kind, message } = gate(wrapped(part.repeat(most / part.length)));
      expect(kind).toBe("answer");
      expect(message).toMatchObject({ error: { code: -32_700 } });
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });

  it("reads long strings, whatever is in them, and many values", () => {
    const text = `[{,:\\"`.repeat(100_000);
    const long = {
      id: 1,
      method: "a",
      params: { text, list: Array.from({ length: 300_000 }, () => 1) },
    };
    expect(commandGate(JSON.stringify(long), FOLDER).text).toBe(JSON.stringify(long));
  });

  it("answers nesting that cannot be written", () => {
    const depth = 100_000;
    const text = `{"id":1,"method":"Runtime.evaluate","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    expect(gate(text)).toMatchObject({ kind: "answer", message: { id: 1 } });
  });
});
