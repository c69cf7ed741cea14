import { describe, expect, it } from "vitest";
import { hasDisplay } from "../../../../src/node/login/has-display.ts";
import { loginFlags } from "../../../../src/node/login/login-flags.ts";
import { UsageError } from "../../../../src/node/terminal/terminal.ts";

describe("dragline login: the command line", () => {
  it("takes a website with or without its scheme", () => {
    expect(loginFlags(["site.test/a"])).toMatchObject({ url: "https://site.test/a", port: 0 });
    expect(loginFlags(["http://site.test", "--name", "n"])).toMatchObject({
      url: "http://site.test/",
      name: "n",
      folder: "./dragline-data",
    });
  });

  it.each([
    [[]],
    [["a.test", "b.test"]],
    [["https://user:pass@site.test/"]],
    [["http://"]],
    [["site.test", "--country", "deu"]],
    [["site.test", "--port", "70000"]],
    [["site.test", "--output", ""]],
    [["site.test", "--output", "f.json", "--name", "n"]],
    [["site.test", "--output", "f.json", "--data", "d"]],
  ])("refuses %j", (args) => {
    expect(() => loginFlags(args)).toThrow(UsageError);
  });
});

describe("hasDisplay", () => {
  it.each([
    ["linux", { DISPLAY: ":0" }, true],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, true],
    ["linux", {}, false],
    ["linux", { DISPLAY: "" }, false],
    ["darwin", {}, true],
    ["darwin", { SSH_CONNECTION: "1.2.3.4 5 6.7.8.9 22" }, false],
    ["win32", {}, true],
  ])("on %s with %j is %s", (platform, env, expected) => {
    expect(hasDisplay({ platform, env })).toBe(expected);
  });
});
