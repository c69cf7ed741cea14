import { createHash } from "node:crypto";
import type { Recording } from "../recording-store.ts";
import { playerScript, speeds } from "./player-script.ts";
import { playerStyle } from "./player-style.ts";

/** What a player shows. */
export interface PlayerPageOrder {
  /** Above the video. @default "Recording" */
  readonly title?: string | undefined;
  /** Of a completed recording; undefined shows how it stands instead. */
  readonly videoUrl: string | undefined;
  readonly recording: Pick<
    Recording,
    "connectionId" | "status" | "duration" | "fileSize" | "failure" | "createdAt"
  >;
}

const notices = Object.freeze({
  recording: "The connection is still open. Reload this page after it has ended.",
  processing: "The video is being encoded. Reload this page in a moment.",
  completed: "The video is not available.",
  failed: "There is no video of this connection",
});

/**
 * A page that plays a recording: HTML that needs nothing but the video, and says itself that it may
 * load nothing else (Content-Security-Policy). That nobody may frame it only a header can say: serve
 * it with {@link playerPolicy}. Space plays and pauses, the arrows seek by five seconds and
 * change the speed.
 */
export function playerPage({ title = "Recording", videoUrl, recording }: PlayerPageOrder): string {
  const shown = escaped(title);
  const body = videoUrl === undefined ? notice(recording) : player(videoUrl, recording);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(contentPolicy(videoUrl))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${shown}</title>
<link rel="icon" href="data:,">
<style>${playerStyle}</style>
</head>
<body>
<main>
<h1>${shown}</h1>
<p>${escaped(factsOf(recording))}</p>
${body}
</main>
</body>
</html>
`;
}

/**
 * The `Content-Security-Policy` of a {@link playerPage}, for its header: the page's own style and
 * script by their hashes, the video by its origin, and nothing else; nobody may frame it (CSP 3).
 */
export function playerPolicy(videoUrl: string | undefined): string {
  return `${contentPolicy(videoUrl)}; frame-ancestors 'none'`;
}

function contentPolicy(videoUrl: string | undefined): string {
  const origin = videoUrl === undefined ? null : URL.parse(videoUrl)?.origin;
  const video = origin === undefined || origin === null || origin === "null" ? "'self'" : origin;
  return [
    "default-src 'none'",
    `media-src ${videoUrl === undefined ? "'none'" : video}`,
    `style-src ${hashOf(playerStyle)}`,
    `script-src ${videoUrl === undefined ? "'none'" : hashOf(playerScript)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function player(videoUrl: string, { connectionId }: PlayerPageOrder["recording"]): string {
  const url = escaped(playable(videoUrl));
  const buttons = speeds.map(
    (speed) =>
      `<button type="button" data-speed="${speed}" aria-pressed="${speed === 1}" aria-label="Speed ${speed}">${speed}×</button>`,
  );
  return `<video controls preload="metadata" playsinline src="${url}" aria-label="The recording"></video>
<div class="notice" id="trouble" role="alert" hidden>The video cannot be played. Its URL is valid for one hour; request a new one.</div>
<div class="row">
${buttons.join("\n")}
<a href="${url}" download="${escaped(`recording-${connectionId}.webm`)}">Download</a>
</div>
<p class="row"><span><kbd>Space</kbd> play, pause</span> <span><kbd>←</kbd> <kbd>→</kbd> 5 seconds</span> <span><kbd>↑</kbd> <kbd>↓</kbd> speed</span> <span><kbd>F</kbd> full screen</span></p>
<script>${playerScript}</script>`;
}

function notice({ status, failure }: PlayerPageOrder["recording"]): string {
  const reason = status === "failed" && failure !== null ? `: ${failure}.` : "";
  return `<div class="notice" role="status">${escaped(notices[status] + reason)}</div>`;
}

/** A `javascript:` URL would run behind the download link. */
function playable(videoUrl: string): string {
  const { protocol } = new URL(videoUrl, "http://relative.invalid");
  return protocol === "http:" || protocol === "https:" ? videoUrl : "about:blank";
}

function factsOf(recording: PlayerPageOrder["recording"]): string {
  const { createdAt, duration, fileSize, status } = recording;
  const begun = `${new Date(createdAt).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  if (status !== "completed") return begun;
  const minutes = Math.floor(duration / 60);
  const time = `${minutes}:${String(duration % 60).padStart(2, "0")}`;
  return `${begun} · ${time} · ${(fileSize / 1e6).toFixed(1)} MB`;
}

const entities: Readonly<Record<string, string>> = Object.freeze({
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
});

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
