import type { ViewerPage } from "../interactive-sessions.ts";
import { VIEWER_COOKIE } from "../viewer-token.ts";
import { viewerBody } from "./viewer-body.ts";
import { viewerScript } from "./viewer-script.ts";
import { viewerStyle } from "./viewer-style.ts";

/** What a page is made for. */
interface PageFacts {
  /** The page's own URL, without a query. */
  readonly url: URL;
  readonly token: string;
  /** Random, of this answer alone. */
  readonly nonce: string;
  /** How long the token opens anything. */
  readonly seconds: number;
}

/**
 * The viewer's page. It loads nothing: all of it is here. The token goes on in a cookie that scripts
 * cannot read and that no other path is sent, so that the address bar need not keep it.
 */
export function viewerPage({ url, token, nonce, seconds }: PageFacts): ViewerPage {
  const isSecure = url.protocol === "https:";
  const cookie = [
    `${VIEWER_COOKIE}=${token}`,
    `Path=${url.pathname}`,
    `Max-Age=${Math.ceil(seconds)}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(isSecure ? ["Secure"] : []),
  ];
  const stream = `${isSecure ? "wss:" : "ws:"}//${url.host}${url.pathname}/stream`;
  return {
    html: html(nonce),
    headers: {
      "content-security-policy": policy(nonce, stream),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "set-cookie": cookie.join("; "),
    },
  };
}

/** The page's own script, style and stream, and pictures that it has made. */
function policy(nonce: string, stream: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src data: blob:",
    `connect-src 'self' ${stream}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function html(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Log in</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${viewerStyle}</style>
</head>
${viewerBody}
<script nonce="${nonce}">${viewerScript}</script>
</html>
`;
}
