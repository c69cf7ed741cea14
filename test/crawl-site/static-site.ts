import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { extname, join } from "node:path";

/** What a path of a folder of files answers. */
export type StaticAnswer =
  | { readonly kind: "file"; readonly file: string; readonly type: string }
  /** A folder asked for without its slash. */
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "missing" };

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".gz": "application/gzip",
};

/** What a web server answers for `target`, a path with its query. */
export function staticAnswer(folder: string, target: string): StaticAnswer {
  const [encoded = "/"] = target.split("?", 1);
  const path = decoded(encoded);
  if (path === undefined) return { kind: "missing" };
  const file = join(folder, path);
  if (!existsSync(file)) return { kind: "missing" };
  if (!statSync(file).isDirectory()) return fileAnswer(file);
  if (!path.endsWith("/")) return { kind: "redirect", location: `${encoded}/` };
  const index = join(file, "index.html");
  return existsSync(index) ? fileAnswer(index) : { kind: "missing" };
}

function fileAnswer(file: string): StaticAnswer {
  return { kind: "file", file, type: types[extname(file)] ?? "application/octet-stream" };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** A folder of files on loopback. */
export interface StaticSite extends AsyncDisposable {
  readonly origin: string;
  /** Requests so far by what was asked for. */
  readonly requests: ReadonlyMap<string, number>;
}

/** Serves a folder; symbolic links are followed. */
export async function createStaticSite(folder: string): Promise<StaticSite> {
  const requests = new Map<string, number>();
  const open = new Set<Socket>();
  const server = createServer(({ url = "/" }, response) => {
    requests.set(url, (requests.get(url) ?? 0) + 1);
    send(staticAnswer(folder, url), response);
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(answer: StaticAnswer, response: ServerResponse): void {
  if (answer.kind === "missing") {
    response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
  } else if (answer.kind === "redirect") {
    response.writeHead(301, { location: answer.location }).end();
  } else {
    response.writeHead(200, { "content-type": answer.type });
    createReadStream(answer.file).pipe(response);
  }
}
