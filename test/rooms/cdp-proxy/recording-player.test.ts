import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  playerPage,
  type PlayerPageOrder,
} from "../../../src/cdp-proxy/recording/player/player-page.ts";

const recording: PlayerPageOrder["recording"] = {
  connectionId: "c-1",
  status: "completed",
  duration: 125,
  fileSize: 2_340_000,
  failure: null,
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
};
const videoUrl = "https://blobs.example/v?key=a&signature=b";

describe("playerPage", () => {
  it("shows the video, its facts and a download", () => {
    const html = playerPage({ title: "Mine", videoUrl, recording });
    expect(html).toContain("<title>Mine</title>");
    expect(html).toContain("2026-01-02 03:04:05 UTC · 2:05 · 2.3 MB");
    expect(html).toContain('src="https://blobs.example/v?key=a&amp;signature=b"');
    expect(html).toContain('download="recording-c-1.webm"');
  });

  it("allows its own style and script, the video's origin, and nothing else", () => {
    const html = playerPage({ videoUrl, recording });
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    expect(policy).toContain("default-src &#39;none&#39;; media-src https://blobs.example;");
    for (const [, name, text] of html.matchAll(/<(style|script)>(.*?)<\/\1>/gs)) {
      const hash = createHash("sha256")
        .update(text ?? "")
        .digest("base64");
      expect(policy).toContain(`${name}-src &#39;sha256-${hash}&#39;`);
    }
    expect(playerPage({ videoUrl: "/blobs?key=a", recording })).toContain(
      "media-src &#39;self&#39;",
    );
  });

  it("escapes all that it is given", () => {
    const evil = `"'><script>alert(1)</script>&`;
    const html = playerPage({
      title: evil,
      videoUrl: `https://a.example/${evil}`,
      recording: { ...recording, connectionId: evil },
    });
    expect(html).not.toContain("<script>alert");
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/="[^"]*'[^"]*"/);
  });

  it("offers no URL that would run", () => {
    const html = playerPage({ videoUrl: "javascript:alert(1)", recording });
    expect(html).not.toContain("javascript:");
  });

  it.each([
    ["recording", null, "still open"],
    ["processing", null, "being encoded"],
    ["completed", null, "not available"],
    ["failed", "no <b>page", "connection: no &lt;b&gt;page."],
  ] as const)("says in words why there is no video while it is %s", (status, failure, said) => {
    const html = playerPage({ videoUrl: undefined, recording: { ...recording, status, failure } });
    expect(html).toContain(said);
    expect(html).not.toContain("<video");
    expect(html).not.toContain("<script");
  });
});
