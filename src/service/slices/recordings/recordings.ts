import type { Clock } from "../../../core/index.ts";
import type { Recording, RecordingStore } from "../../../cdp-proxy/index.ts";
import { playerPage, playerPolicy } from "../../../cdp-proxy/internal.ts";
import type { Blobs } from "../../../storage/index.ts";
import type { Answer, KeyedCall, PublicCall } from "../../http/route.ts";
import { ServiceError } from "../../base/service-error.ts";
import type { ServiceSettings } from "../../base/service-settings.ts";
import { owned, unknown } from "../../base/owned.ts";
import { recordingDocument } from "./codec.ts";

/** Blobs that answer requests for their own signed URLs. */
interface ServedBlobs {
  serve(request: Request): Promise<Response>;
}

/** The dependencies of the use cases of recordings. */
export interface RecordingParts {
  readonly recordings: RecordingStore;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly settings: Pick<ServiceSettings, "retentionMs">;
}

/** Where videos are that the service serves itself; relative to the base URL. */
export const VIDEO_PATH = "/recordings/video";

type Call = KeyedCall<unknown, unknown>;

/** Recordings of an account's browser connections (interface and decisions, 4.4). */
export class Recordings {
  readonly #parts: RecordingParts;
  readonly #served: ServedBlobs | undefined;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
    this.#served = servedBlobs(parts.blobs);
  }

  async list(call: Call): Promise<object> {
    const rows = await this.#parts.recordings.list(call.caller.account, call);
    const kept = rows.filter((row) => this.#isKept(row));
    return { recordings: await Promise.all(kept.map((row) => this.#show(row, call))) };
  }

  async get(call: Call): Promise<object> {
    const found = owned("recording", await this.#find(call), call.caller.account);
    return await this.#show(found, call);
  }

  /** The bytes behind a signed URL, or the part of them that a player asks for. */
  async video({ request }: PublicCall<unknown, unknown>): Promise<Answer> {
    const response = await this.#signed(request);
    return { status: response.status, response };
  }

  /**
   * A page that plays the video of a connection, for anyone with the query of its `videoUrl`. The
   * query of another recording opens nothing.
   */
  async player(call: PublicCall<unknown, unknown>): Promise<Answer> {
    const { url } = call.request;
    await this.#signed(new Request(url, { method: "HEAD", signal: call.signal }));
    const recording = await this.#find(call);
    const own = await this.#parts.recordings.videoUrl(recording, call);
    const { search, searchParams } = new URL(url);
    const key = own && new URL(own).searchParams.get("key");
    if (key === undefined || key !== searchParams.get("key")) throw forbiddenUrl();
    const videoUrl = `${new URL(call.baseUrl).pathname}${VIDEO_PATH}${search}`;
    const body = playerPage({ recording, videoUrl });
    const headers = {
      "content-security-policy": playerPolicy(videoUrl),
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    };
    return { status: 200, body, contentType: "text/html; charset=utf-8", headers };
  }

  /** What the store answers to one of its signed URLs. */
  async #signed(request: Request): Promise<Response> {
    const response = await this.#served?.serve(request);
    if (response === undefined || response.status === 404) {
      throw unknown("video");
    }
    if (response.status === 403) throw forbiddenUrl();
    return response;
  }

  /** The recording that the path names, of any account. */
  async #find(call: Pick<Call, "params" | "signal">): Promise<Recording> {
    const found = await this.#parts.recordings.get(call.params["connId"] ?? "", call);
    if (found !== undefined && this.#isKept(found)) return found;
    throw new ServiceError("NOT_FOUND", { message: "There is no recording of this connection." });
  }

  /** What is older is removed sometime later (decisions, 0.6). */
  #isKept({ createdAt }: Recording): boolean {
    const { clock, settings } = this.#parts;
    return createdAt + settings.retentionMs > clock.now();
  }

  async #show(recording: Recording, call: Call): Promise<object> {
    const url = await this.#parts.recordings.videoUrl(recording, call);
    return recordingDocument(recording, url === undefined ? undefined : this.#reachable(url, call));
  }

  /** A store that our own route serves does not know the address that clients reach it under. */
  #reachable(url: string, { baseUrl }: Call): string {
    return this.#served === undefined ? url : `${baseUrl}${VIDEO_PATH}${new URL(url).search}`;
  }
}

function forbiddenUrl(): ServiceError {
  return new ServiceError("FORBIDDEN", {
    message: "The URL is not signed, was altered or has expired.",
  });
}

/** Blobs of a folder or of memory have no server of their own, as those of S3 have: ours serves them. */
function servedBlobs(blobs: Blobs): ServedBlobs | undefined {
  return "serve" in blobs && typeof blobs.serve === "function"
    ? (blobs as Blobs & ServedBlobs)
    : undefined;
}
