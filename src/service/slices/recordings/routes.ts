import { answering } from "../../base/connection-failure.ts";
import { route, type Route } from "../../http/route.ts";
import { Recordings, VIDEO_PATH, type RecordingParts } from "./recordings.ts";
import { recordingListSchema, recordingSchema } from "./schema.ts";

const family = { method: "GET", family: "flat", tag: "Recordings" } as const;

/** Videos of browser connections (interface, 4.4). */
export function recordingRoutes(parts: RecordingParts): Route[] {
  const recordings = new Recordings(parts);
  return [...reads(recordings), player(recordings), video(recordings)];
}

function reads(recordings: Recordings): Route[] {
  return [
    route({
      ...family,
      access: "key",
      path: "/recordings",
      operationId: "listRecordings",
      summary: "List recordings",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "Newest first, up to 200.", schema: recordingListSchema } },
      errors: [],
      run: async (call) => ({ status: 200, json: await answering(() => recordings.list(call)) }),
    }),
    route({
      ...family,
      access: "key",
      path: "/recordings/{connId}",
      operationId: "getRecording",
      summary: "Show the recording of a connection",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "The recording as it is now.", schema: recordingSchema } },
      errors: ["FORBIDDEN"],
      run: async (call) => ({ status: 200, json: await answering(() => recordings.get(call)) }),
    }),
  ];
}

/** Where the store signs URLs of its own server, as that of S3 does, there is no such page: 404. */
function player(recordings: Recordings): Route {
  return route({
    ...family,
    access: "public",
    path: "/recordings/{connId}/player",
    operationId: "playRecording",
    summary:
      "Show a page that plays the video. Its URL is `videoUrl` with this path in place of `/recordings/video` and the same query; only where the service serves the videos itself",
    limit: { limit: 60, per: "ip" },
    answers: { 200: { description: "The page.", mediaType: "text/html" } },
    errors: ["FORBIDDEN", "NOT_FOUND"],
    run: (call) => recordings.player(call),
  });
}

/** Players ask for many parts of a video: it is not limited, as nothing is without a signed URL. */
function video(recordings: Recordings): Route {
  return route({
    ...family,
    access: "public",
    path: VIDEO_PATH,
    operationId: "getVideo",
    summary: "Get the video of a recording's `videoUrl`, whole or in ranges",
    limit: undefined,
    answers: {
      200: { description: "The video.", mediaType: "video/webm" },
      206: { description: "A part of it.", mediaType: "video/webm" },
      304: { description: "The client's copy is current.", mediaType: null },
      416: {
        description: "The requested range begins after the end of the video.",
        mediaType: null,
      },
    },
    errors: ["FORBIDDEN", "NOT_FOUND"],
    run: (call) => recordings.video(call),
  });
}
