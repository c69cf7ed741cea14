import { describe, expect, it } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { InteractiveStage } from "./interactive-stage.ts";

/** A session with a viewer on it. */
async function openView(stage: InteractiveStage): Promise<FakeSocket> {
  const { id, token } = await stage.start();
  const socket = new FakeSocket();
  void stage.interactive.viewer(id, token)?.accept(socket);
  return socket;
}

function picture(stage: InteractiveStage, number: number): void {
  const metadata = { deviceWidth: 800, deviceHeight: 600 };
  const data = Buffer.from(`jpeg ${number}`).toString("base64");
  const params = { sessionId: number, metadata, data };
  stage.browser.channel.event("Page.screencastFrame", params, "s-tab-1");
}

describe("InteractiveViewer.accept", () => {
  it("shows the tab in front: its state, then pictures as bytes, each behind its size", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    expect(socket.last("state")).toMatchObject({
      name: "site.test",
      expiresInMs: 600_000,
      front: "tab-1",
      dialog: null,
    });
    picture(stage, 1);
    expect(socket.last("picture")).toEqual({ type: "picture", width: 800, height: 600 });
    expect(socket.pictures.map(String)).toEqual([String(Buffer.from("jpeg 1"))]);
    await stage.interactive[Symbol.asyncDispose]();
    expect(socket.closed).toMatchObject({ code: 4001 });
  });

  it("lets Chromium make pictures at the viewer's pace", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    const taken = () => stage.browser.channel.of("Page.screencastFrameAck").length;
    picture(stage, 1);
    expect(taken()).toBe(1);
    picture(stage, 2);
    expect(taken()).toBe(1);
    socket.say({ type: "drawn" });
    expect(taken()).toBe(2);
    socket.waiting = 2_000_000;
    picture(stage, 3);
    expect(socket.pictures).toHaveLength(2);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("films a page anew once when it has become still, since the last picture may be lacking", async () => {
    const stage = new InteractiveStage();
    await openView(stage);
    const films = () => stage.browser.channel.of("Page.startScreencast").length;
    picture(stage, 1);
    await stage.clock.advance(300);
    expect(films()).toBe(2);
    picture(stage, 2);
    await stage.clock.advance(5000);
    expect(films()).toBe(2);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("does in the page what the person does on the picture", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    const { channel } = stage.browser;
    const point = { x: 10, y: 20, modifiers: 0 };
    const down = { type: "mouse", kind: "down", button: "left", buttons: 1, clicks: 2 };
    socket.say({ ...down, ...point });
    socket.say({ type: "wheel", ...point, dx: 0, dy: 120 });
    const key = { code: "KeyA", keyCode: 65, location: 0, repeat: false };
    socket.say({ type: "key", kind: "down", key: "a", text: "", modifiers: 2, ...key });
    socket.say({ type: "text", text: "grüße 🎉" });
    socket.say({ type: "compose", text: "に" });
    expect(channel.of("Input.dispatchMouseEvent").map(({ params }) => params)).toMatchObject([
      { type: "mousePressed", x: 10, y: 20, button: "left", clickCount: 2 },
      { type: "mouseWheel", deltaY: 120 },
    ]);
    expect(channel.of("Input.dispatchKeyEvent").map(({ params }) => params)).toMatchObject([
      { type: "rawKeyDown", windowsVirtualKeyCode: 65, modifiers: 2 },
    ]);
    expect(channel.of("Input.insertText")).toMatchObject([{ params: { text: "grüße 🎉" } }]);
    expect(channel.of("Input.imeSetComposition")).toMatchObject([{ sessionId: "s-tab-1" }]);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("goes to websites only", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    const before = stage.browser.channel.of("Page.navigate").length;
    const bad = [
      "file:///etc/passwd",
      "chrome://version",
      "javascript:alert(1)",
      "view-source:http://a/",
    ];
    for (const url of [...bad, "data:text/html,x", "http://", "\u0000"]) {
      socket.say({ type: "go", url });
    }
    expect(stage.browser.channel.of("Page.navigate")).toHaveLength(before);
    expect(socket.last("notice")).toEqual({ type: "notice", about: "address" });
    for (const url of ["other.test/a", "localhost:8080", " HTTP://other.test "]) {
      socket.say({ type: "go", url });
    }
    const gone = stage.browser.channel.of("Page.navigate").slice(before);
    expect(gone.map(({ params }) => params["url"])).toEqual([
      "https://other.test/a",
      "https://localhost:8080/",
      "http://other.test/",
    ]);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("follows windows that the page opens, and returns when they close", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    const id = stage.browser.channel.popup("https://sso.test/");
    await stage.clock.advance(0);
    expect(socket.last("state")).toMatchObject({ front: id, tabs: [{ id: "tab-1" }, { id }] });
    socket.say({ type: "tab", id: "tab-1", kind: "show" });
    expect(socket.last("state")).toMatchObject({ front: "tab-1" });
    socket.say({ type: "tab", id, kind: "show" });
    stage.browser.channel.event("Target.targetDestroyed", { targetId: id });
    expect(socket.last("state")).toMatchObject({ front: "tab-1", tabs: [{ id: "tab-1" }] });
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("asks the person what the page asks, and answers once", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    const { channel } = stage.browser;
    const asked = { type: "prompt", message: "Code?", defaultPrompt: "1" };
    channel.event("Page.javascriptDialogOpening", asked, "s-tab-1");
    const dialog = { kind: "prompt", message: "Code?", initial: "1" };
    expect(socket.last("state")).toMatchObject({ dialog });
    socket.say({ type: "dialog", accept: true, text: "42" });
    socket.say({ type: "dialog", accept: true, text: "43" });
    expect(channel.of("Page.handleJavaScriptDialog")).toMatchObject([
      { params: { accept: true, promptText: "42" } },
    ]);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("gives its place to the next viewer", async () => {
    const stage = new InteractiveStage();
    const { id, token } = await stage.start();
    const [first, second] = [new FakeSocket(), new FakeSocket()];
    void stage.interactive.viewer(id, token)?.accept(first);
    void stage.interactive.viewer(id, token)?.accept(second);
    expect(first.closed).toMatchObject({ code: 4002 });
    picture(stage, 1);
    expect([first.pictures.length, second.pictures.length]).toEqual([0, 1]);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it("sends no more than 200 commands to a page that hangs", async () => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    stage.browser.channel.mute.add("Input.insertText");
    for (let count = 0; count < 1000; count += 1) socket.say({ type: "text", text: "x" });
    expect(stage.browser.channel.of("Input.insertText").length).toBeLessThanOrEqual(201);
    await stage.interactive[Symbol.asyncDispose]();
  });

  it.each([
    "",
    "null",
    "[]",
    "{",
    `"drawn"`,
    `{"type":"constructor"}`,
    `{"type":"__proto__"}`,
    `{"type":"drawn","method":"Browser.close"}`,
    `{"type":"cdp","method":"Page.navigate","params":{"url":"file:///"}}`,
    `{"type":"size","width":1e9,"height":1}`,
    `{"type":"size","width":1.5,"height":1}`,
    `{"type":"text"}`,
    `{"type":"text","text":7}`,
    `{"type":"text","text":"\\ud800"}`,
    `{"type":"mouse","kind":"down","x":-1,"y":0,"button":"left","buttons":1,"clicks":1,"modifiers":0}`,
    `{"type":"mouse","kind":"down","x":0,"y":0,"button":"right","buttons":2,"clicks":1,"modifiers":0}`,
    JSON.stringify({ type: "text", text: "x".repeat(70_000) }),
    "[".repeat(60_000),
  ])("closes with 1008 on %.60s", async (text) => {
    const stage = new InteractiveStage();
    const socket = await openView(stage);
    const before = stage.browser.channel.sent.length;
    socket.say(text);
    expect(socket.closed).toMatchObject({ code: 1008 });
    const after = stage.browser.channel.sent.slice(before).map(({ method }) => method);
    expect(after.filter((method) => method !== "Page.stopScreencast")).toEqual([]);
    await stage.interactive[Symbol.asyncDispose]();
  });
});
