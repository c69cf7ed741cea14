import type { Recording } from "../../client/index.ts";
import { badge, duration, factList, table, time } from "../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../markup.ts";
import type { Outcome, Page, View, Visit } from "../page.ts";
import { missing } from "../layout/trouble.ts";
import { videoFrom } from "./video.ts";

/** Videos of browser connections. */
export const recordingPages: readonly Page[] = [
  { method: "GET", path: "/recordings", run: list },
  { method: "GET", path: "/recordings/{connId}", run: show },
  { method: "GET", path: "/recordings/{connId}/video", run: video },
];

/** What the API lists at most. */
const MOST = 200;

async function list({ api, base, signal }: Visit): Promise<View> {
  const { recordings } = await api.listRecordings(undefined, { signal });
  const rows = table({
    caption: "Recordings",
    rows: recordings,
    empty: markup`No recordings. Each browser connection makes one; connect with Puppeteer or Playwright to <code>/v1/browser-connect</code>.`,
    columns: [
      {
        name: "Connection",
        show: ({ connId }) =>
          markup`<a href="${base}/recordings/${encodeURIComponent(connId)}">${connId}</a>`,
      },
      { name: "State", show: ({ status }) => badge(status) },
      { name: "Created", show: ({ createdAt }) => time(createdAt) },
      { name: "Length", isNumber: true, show: ({ duration: seconds }) => lengthOf(seconds) },
      { name: "Size", isNumber: true, show: ({ fileSize }) => sizeOf(fileSize) },
    ],
  });
  const more =
    recordings.length >= MOST &&
    markup`<p class="quiet">The newest ${MOST}. Older ones are there by their connection's id.</p>`;
  return {
    title: "Recordings",
    body: markup`${rows}${more}`,
    beside: markup`<a class="button" href="${base}/browsers">Browsers that run</a>`,
  };
}

async function show({ api, params, base, signal }: Visit): Promise<View> {
  const { connId = "" } = params;
  const recording = await api.getRecording({ connId }, { signal });
  const { status } = recording;
  const facts = factList([
    ["State", badge(status)],
    ["Created", time(recording.createdAt)],
    ["Length", lengthOf(recording.duration)],
    ["Size", sizeOf(recording.fileSize)],
    ["Connection", markup`<code>${recording.connId}</code>`],
  ]);
  const body = markup`${player(recording, base)}<div class="card">${facts}</div>`;
  return { title: "Recording", body };
}

const notices: Readonly<Record<Recording["status"], string>> = {
  recording: "The connection is still open. The video is there when it has ended.",
  processing: "The video is being made.",
  completed: "The video is not there any more.",
  failed: "There is no video of this connection: it could not be recorded.",
};

function player({ status, videoUrl, connId }: Recording, base: string): Markup {
  if (videoUrl === null) {
    const runs = status === "recording" || status === "processing";
    const watch =
      status === "recording" &&
      markup`<p><a class="button" href="${base}/browsers/${encodeURIComponent(connId)}">Watch it live</a></p>`;
    return markup`<div class="empty"${runs && markup` data-refresh`}><p>${notices[status]}</p>${watch}</div>`;
  }
  const own = ownVideo({ videoUrl, connId }, base);
  return markup`<figure class="player" data-player><video class="shot" controls preload="metadata" src="${own}" aria-label="Recording of the connection"></video>
<figcaption class="row"><span data-speeds></span><a class="button" href="${own}" download="recording-${connId}.webm">Download</a></figcaption></figure>`;
}

/** The video by way of the dashboard, so that the page loads nothing from elsewhere. */
function ownVideo(
  { videoUrl, connId }: { readonly videoUrl: string; readonly connId: string },
  base: string,
): string {
  const { pathname, search } = new URL(videoUrl);
  return pathname.endsWith("/v1/recordings/video")
    ? `${base}/api/recordings/video${search}`
    : `${base}/recordings/${encodeURIComponent(connId)}/video`;
}

/** The video where a store of its own serves it, and the service does not. */
async function video(visit: Visit): Promise<Outcome> {
  const { api, params, signal } = visit;
  const { videoUrl } = await api.getRecording({ connId: params["connId"] ?? "" }, { signal });
  return videoUrl === null ? missing : await videoFrom(videoUrl, visit);
}

function lengthOf(seconds: number): Fill {
  return seconds > 0 && duration(seconds * 1000);
}

function sizeOf(bytes: number): Fill {
  if (bytes === 0) return undefined;
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
