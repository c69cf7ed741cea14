import type { CdpProxy, ConnectionDownload, ConnectionFiles } from "../../../cdp-proxy/index.ts";
import { answering } from "../../base/connection-failure.ts";
import { ServiceError } from "../../base/service-error.ts";
import { attachment } from "../../http/content-disposition.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { UploadQuery } from "./schema.ts";

/** Where running connections are: in this process alone. */
export interface FileParts {
  readonly proxy: Pick<CdpProxy, "files">;
}

type FileCall<Query = unknown> = KeyedCall<Query, unknown> & { readonly request: Request };

/** What a download is called in the API. */
interface DownloadDocument {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly state: ConnectionDownload["state"];
  readonly received_bytes: number;
  readonly size_bytes: number | null;
}

/** GET /browser-connect/{connId}/downloads. @throws ServiceError `NOT_FOUND` */
export async function listDownloads(parts: FileParts, call: FileCall): Promise<Answer> {
  const downloads = filesOf(parts, call).downloads.map(documentOf);
  return { status: 200, json: { downloads } };
}

/** GET /browser-connect/{connId}/downloads/{id}: the bytes. @throws ServiceError `NOT_FOUND`, `NOT_READY` */
export async function readDownload(parts: FileParts, call: FileCall): Promise<Answer> {
  const files = filesOf(parts, call);
  const download = files.downloads.find(({ id }) => id === call.params["id"]);
  if (download === undefined || download.state === "canceled") {
    throw new ServiceError("NOT_FOUND", { message: "The connection has no such download." });
  }
  const body = await files.read(download.id);
  if (body === undefined) {
    const message = `The download has not arrived yet: ${download.received} bytes are there.`;
    throw new ServiceError("NOT_READY", { message });
  }
  const headers = {
    "content-length": String(download.received),
    "content-type": "application/octet-stream",
    "content-disposition": attachment(download.name),
    "cache-control": "private",
    // A site's page is not to run as one of the service's.
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
  const bytes = body as ReadableStream<Uint8Array<ArrayBuffer>>;
  return { status: 200, response: new Response(bytes, { headers }) };
}

/**
 * POST /browser-connect/{connId}/files: keeps the body as a file that file inputs of the browser take.
 * @throws ServiceError `NOT_FOUND`, `INVALID_REQUEST`
 */
export async function keepUpload(parts: FileParts, call: FileCall<UploadQuery>): Promise<Answer> {
  const { query, request, signal } = call;
  const files = filesOf(parts, call);
  const content = request.body ?? new Blob([]).stream();
  const { path, size } = await answering(() => files.write(query.name, content, { signal }));
  return { status: 201, json: { path, size_bytes: size } };
}

/** @throws ServiceError `NOT_FOUND` for one of another account too: whether there is one is its own affair */
function filesOf({ proxy }: FileParts, { caller, params }: FileCall): ConnectionFiles {
  const connectionId = params["connId"] ?? "";
  const files = proxy.files({ owner: caller.account, connectionId });
  if (files !== undefined) return files;
  const message = "No browser connection of this id runs in this process; its files went with it.";
  throw new ServiceError("NOT_FOUND", { message });
}

function documentOf({
  id,
  url,
  name,
  state,
  received,
  size,
}: ConnectionDownload): DownloadDocument {
  return { id, url, name, state, received_bytes: received, size_bytes: size ?? null };
}
