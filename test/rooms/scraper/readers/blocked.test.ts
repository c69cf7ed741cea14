import { describe, expect, it } from "vitest";
import { blockedBy, type BlockEvidence } from "../../../../src/scraper/readers/blocked.ts";

function evidence(parts: Partial<BlockEvidence>): BlockEvidence {
  return { headers: {}, html: "", title: "", textLength: 5, ...parts };
}

describe("blockedBy", () => {
  it.each<[string, Partial<BlockEvidence>]>([
    ["Cloudflare challenge", { headers: { "cf-mitigated": "challenge" } }],
    [
      "Cloudflare challenge",
      {
        title: "Just a moment...",
        html: `<script src="/cdn-cgi/challenge-platform/h/b/x"></script>`,
      },
    ],
    ["Cloudflare block", { title: "Attention Required! | Cloudflare" }],
    ["AWS WAF challenge", { headers: { "x-amzn-waf-action": "challenge" } }],
    ["Vercel challenge", { title: "Vercel Security Checkpoint" }],
    [
      "DataDome captcha",
      { html: `<script src="https://geo.captcha-delivery.com/captcha/"></script>` },
    ],
    ["HUMAN captcha", { html: `<div id="px-captcha"></div>` }],
    [
      "Akamai block",
      {
        title: "Access Denied",
        html: "Reference&#32;&#35;18&#46;2 https://errors.edgesuite.net/18",
      },
    ],
    ["Imperva block", { html: "Request unsuccessful. Incapsula incident ID: 1-2" }],
    ["F5 block", { title: "Request Rejected", html: "Your support ID is: 123" }],
    ["Anubis challenge", { title: "Making sure you&#39;re not a bot!" }],
    ["Google traffic check", { html: "Our systems have detected unusual traffic from" }],
    ["captcha", { title: "Robot or human?" }],
    ["captcha", { html: "Please verify you are a human" }],
  ])("recognises %s", (vendor, parts) => {
    expect(blockedBy(evidence(parts))).toBe(vendor);
  });

  it("takes a long page that mentions a captcha for content", () => {
    const html = "How to make users complete the captcha: verify you are human";
    expect(blockedBy(evidence({ html, textLength: 5000 }))).toBeUndefined();
  });

  it("takes an ordinary page for content, whatever its status", () => {
    const page = { html: "<h1>Not found</h1>", title: "404" };
    expect(blockedBy(evidence(page))).toBeUndefined();
    expect(
      blockedBy(evidence({ title: "Just a moment in time", html: "<p>A story" })),
    ).toBeUndefined();
  });
});
