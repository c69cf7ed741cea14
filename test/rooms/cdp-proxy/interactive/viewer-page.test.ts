import { viewerToken } from "../../../../src/cdp-proxy/interactive/viewer-token.ts";
import { describe, expect, it } from "vitest";
import { InteractiveStage } from "./interactive-stage.ts";

describe("InteractiveSessions.viewer", () => {
  it("opens for the session's own token alone", async () => {
    const stage = new InteractiveStage();
    const anna = await stage.start("anna");
    const berta = await stage.start("berta");
    const { interactive } = stage;
    expect(interactive.viewer(anna.id, anna.token)).toBeDefined();
    for (const token of ["", anna.token.slice(1), `${anna.token}x`, berta.token, anna.id]) {
      expect(interactive.viewer(anna.id, token)).toBeUndefined();
    }
    expect(interactive.viewer("unknown", anna.token)).toBeUndefined();
    await interactive[Symbol.asyncDispose]();
  });

  it("gives a page that keeps the token in a cookie of its own path, and tells it nobody", async () => {
    const stage = new InteractiveStage();
    const { id, token } = await stage.start();
    const url = new URL(`https://api.test/v1/sessions/interactive/${id}`);
    const page = stage.interactive.viewer(id, token)?.page({ url });
    const { headers = {}, html = "" } = page ?? {};
    expect(html).not.toContain(token);
    expect(headers["set-cookie"]).toBe(
      `dragline_viewer=${token}; Path=/v1/sessions/interactive/${id}; Max-Age=600; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`wss://api.test/v1/sessions/interactive/${id}/stream`);
    expect(policy).not.toMatch(/unsafe|\*/);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    expect(html.split(`nonce="${nonce}"`)).toHaveLength(3);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
    await stage.interactive[Symbol.asyncDispose]();
  });
});

describe("viewerToken", () => {
  const ask = (query: string, headers: Record<string, string> = {}): string =>
    viewerToken(new Request(`https://api.test/x${query}`, { headers }), "https://api.test");

  it("is the URL's, else the cookie's", () => {
    expect(ask("?token=abc", { cookie: "dragline_viewer=other" })).toBe("abc");
    expect(ask("", { cookie: "a=b; dragline_viewer=abc; c=d" })).toBe("abc");
    expect(ask("?token=", { cookie: "xdragline_viewer=abc" })).toBe("");
  });

  it("is not the cookie's when a page of another origin asks", () => {
    const cookie = "dragline_viewer=abc";
    expect(ask("", { cookie, origin: "https://api.test" })).toBe("abc");
    for (const origin of ["https://evil.api.test", "null", "http://api.test"]) {
      expect(ask("", { cookie, origin })).toBe("");
    }
  });
});
