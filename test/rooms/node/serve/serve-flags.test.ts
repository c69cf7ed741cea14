import { describe, expect, it } from "vitest";
import { serveFlags } from "../../../../src/node/serve/serve-flags.ts";

describe("serveFlags", () => {
  it("listens on 127.0.0.1:3000 and works when nothing is said", () => {
    expect(serveFlags([])).toEqual({
      dataFolder: "./dragline-data",
      web: { host: "127.0.0.1", port: 3000 },
      metrics: undefined,
      dashboard: "with-api",
      hasMcp: true,
      works: true,
      options: {
        publicUrl: undefined,
        signUpUrl: undefined,
        allow: [],
        allowCallbacks: [],
        trustedProxies: [],
        corsOrigins: [],
      },
      disk: {},
      catalogs: [],
    });
  });

  it("takes every flag", () => {
    const flags = serveFlags([
      "--port=0",
      "--host=::1",
      "--data=/tmp/d",
      "--public-url=https://api.example/web",
      "--allow-host=10.0.0.0/8",
      "--allow-host=*.intern",
      "--allow-callback-host=127.0.0.1",
      "--trust-proxy=10.0.0.1",
      "--cors-origin=https://app.example",
      "--workers=4",
      "--no-worker",
      "--metrics-port=9464",
      "--engine=http",
      "--browsers=9",
      "--devtools-version",
      "--no-index",
      "--no-mcp",
      "--dashboard-port=3001",
      "--visibility-synthesis",
      "--catalog=actions",
      "--catalog=more",
      "--min-free-mb=200",
      "--max-data-mb=4000",
      "--trial-credits=0",
      "--sign-up-url=https://api.example/join",
    ]);
    expect(flags).toEqual({
      dataFolder: "/tmp/d",
      web: { host: "::1", port: 0 },
      metrics: { host: "::1", port: 9464 },
      works: false,
      options: {
        publicUrl: "https://api.example/web",
        signUpUrl: "https://api.example/join",
        trialCredits: 0,
        allow: ["10.0.0.0/8", "*.intern"],
        allowCallbacks: ["127.0.0.1"],
        trustedProxies: ["10.0.0.1"],
        corsOrigins: ["https://app.example"],
        engine: "http",
        concurrency: 4,
        concurrentBrowsers: 9,
        devtoolsVersion: true,
        indexPages: false,
        visibilitySynthesis: true,
      },
      dashboard: { host: "::1", port: 3001 },
      hasMcp: false,
      disk: { minFreeBytes: 200_000_000, maxBytes: 4_000_000_000 },
      catalogs: ["actions", "more"],
    });
  });

  it("takes no requests with --worker-only", () => {
    expect(serveFlags(["--worker-only"])).toMatchObject({ web: undefined, works: true });
  });

  it.each([
    [["--port=65536"], "--port"],
    [["--port=http"], "--port"],
    [["--metrics-port=-1"], "--metrics-port"],
    [["--workers=0"], "--workers"],
    [["--workers=1001"], "--workers"],
    [["--engine=browser"], "--engine"],
    [["--browsers=0"], "--browsers"],
    [["--browsers=1001"], "--browsers"],
    [["--data="], "--data"],
    [["--public-url=api.example"], "--public-url"],
    [["--public-url=ftp://api.example"], "--public-url"],
    [["--public-url=https://u:p@api.example"], "--public-url"],
    [["--public-url=https://api.example/?a"], "--public-url"],
    [["--trial-credits=few"], "--trial-credits"],
    [["--min-free-mb=few"], "--min-free-mb"],
    [["--max-data-mb=0"], "--max-data-mb"],
    [["--sign-up-url=api.example"], "--sign-up-url"],
    [["--cors-origin=https://app.example/x"], "--cors-origin"],
    [["--cors-origin=null"], "--cors-origin"],
    [["--no-worker", "--worker-only"], "--worker-only"],
    [["--tries=3"], "--tries"],
    [["now"], "now"],
  ])("refuses %j", (args, word) => {
    expect(() => serveFlags(args)).toThrow(word);
  });
});
