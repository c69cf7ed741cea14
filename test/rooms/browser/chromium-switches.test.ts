import { describe, expect, it } from "vitest";
import { chromiumEnvironment } from "../../../src/browser/chromium/chromium-environment.ts";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { chromiumSwitches, type SwitchOptions } from "../../../src/browser/chromium/switches.ts";

function switches(options: Partial<SwitchOptions> = {}): string[] {
  return chromiumSwitches({
    identity: "natural",
    sandbox: true,
    windowSize: [1366, 850],
    platform: "linux",
    extra: [],
    ...options,
  });
}

describe("chromiumSwitches", () => {
  it.each([
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--disable-quic",
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1366,850",
  ])("has %s in both identities on every system", (name) => {
    for (const identity of ["natural", "plain"] as const) {
      for (const platform of ["linux", "darwin", "win32"]) {
        expect(switches({ identity, platform })).toContain(name);
      }
    }
  });

  it("shows windows on the user's screen when it is told to", () => {
    for (const platform of ["linux", "darwin", "win32"]) {
      const shown = switches({ platform, shown: true }).join(" ");
      expect(shown).not.toMatch(/--headless|--ozone-platform/);
      expect(switches({ platform }).join(" ")).toMatch(/--headless|--ozone-platform/);
    }
  });

  it("asks a headless shell for no windows", () => {
    for (const platform of ["linux", "darwin", "win32"]) {
      const list = switches({ platform, engine: "headless-shell" }).join(" ");
      expect(list).not.toMatch(/--headless|--ozone-platform/);
    }
  });

  it("has each name once", () => {
    const names = switches({ sandbox: false }).map((text) => text.split("=")[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  it("runs with windows on Linux and headless elsewhere, or where it is plain", () => {
    expect(switches()).toContain("--ozone-platform=headless");
    expect(switches().join(" ")).not.toContain("--headless");
    expect(switches({ platform: "darwin" })).toContain("--headless=new");
    expect(switches({ identity: "plain" })).toContain("--enable-automation");
  });

  it("has a screen that no window is larger than", () => {
    const list = switches({ windowSize: [3000, 400] });
    expect(list).toContain("--ozone-override-screen-size=3000,1080");
  });

  it("gives up the sandbox only when told", () => {
    expect(switches()).not.toContain("--no-sandbox");
    expect(switches({ sandbox: false })).toContain("--no-sandbox");
  });

  it("joins lists of features and lets the last of other switches win", () => {
    const extra = ["--disable-features=Mine", "--proxy-server=http://127.0.0.1:1", "--new"];
    const list = switches({ extra });
    const features = list.filter((text) => text.startsWith("--disable-features="));
    expect(features).toHaveLength(1);
    expect(features[0]).toMatch(/WebUIOmniboxPopup,.*,Mine$/);
    expect(list.filter((text) => text.startsWith("--proxy-server"))).toEqual([extra[1]]);
    expect(list).toContain("--new");
  });
});

describe("createChromiumLauncher", () => {
  it.each([
    [{ identity: "robot" }, "identity"],
    [{ engine: "firefox" }, "engine"],
    [{ engine: "headless-shell", shown: true }, "shown"],
    [{ windowSize: [0, 100] }, "windowSize"],
    [{ windowSize: [100] }, "windowSize"],
    [{ windowSize: "100,100" }, "windowSize"],
    [{ switches: "--x" }, "switches"],
    [{ switches: ["x"] }, "switches"],
    [{ switches: [3] }, "switches"],
    [{ switches: ["--user-data-dir=/tmp"] }, "switches"],
    [{ switches: ["--remote-debugging-port=9222"] }, "switches"],
    [{ launchTimeoutMs: 0 }, "launchTimeoutMs"],
    [{ closeTimeoutMs: -1 }, "closeTimeoutMs"],
    [{ sandbox: "no" }, "sandbox"],
    [{ headless: true }, "headless"],
  ])("refuses %j", (options, option) => {
    const make = (): unknown => createChromiumLauncher({}, options as never);
    expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
    expect(make).toThrow(`'${option}'`);
  });

  it("refuses an option in the place of a collaborator", () => {
    expect(() => createChromiumLauncher({ sandbox: false } as never)).toThrow("option");
  });
});

describe("chromiumEnvironment", () => {
  it("passes what a browser needs and no secret of the host", () => {
    const host = {
      PATH: "/bin",
      HOME: "/root",
      LC_ALL: "de_DE.UTF-8",
      TZ: "UTC",
      DATABASE_URL: "postgres://secret",
      AWS_SECRET_ACCESS_KEY: "secret",
      NODE_OPTIONS: "--inspect",
      CHROME_USER_FLAGS: "--remote-debugging-port=1",
      HTTP_PROXY: "http://secret@host",
      EMPTY: undefined,
    };
    const environment = chromiumEnvironment(host, { scratch: "/tmp/x/t" });
    expect(Object.keys(environment).toSorted()).toEqual(
      ["BREAKPAD_DUMP_LOCATION", "HOME", "LC_ALL", "PATH", "TMPDIR", "TZ"].filter(
        (name) => name !== "TMPDIR" || process.platform === "linux",
      ),
    );
    expect(JSON.stringify(environment)).not.toContain("secret");
  });

  it("leaves the folder for temporary files where a socket's path would be too long", () => {
    const scratch = `/${"x".repeat(80)}`;
    const host = { DISPLAY: ":0", XAUTHORITY: "/home/x/.Xauthority" };
    expect(chromiumEnvironment(host, { scratch }, { shown: true })).toMatchObject(host);
    expect(chromiumEnvironment(host, { scratch })).toEqual({ BREAKPAD_DUMP_LOCATION: scratch });
  });
});
