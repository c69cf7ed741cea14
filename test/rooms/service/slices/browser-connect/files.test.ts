import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";
import { WebSocket } from "ws";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeBrowsers } from "../../../../transports/fake-browsers.ts";

/** A service with a connection whose browser has downloaded a file and downloads another. */
async function connected() {
  const folder = await mkdtemp(join(tmpdir(), "dragline-connection-"));
  const path = join(folder, "arrived");
  await writeFile(path, "hello");
  const known = { url: "https://a.example/f", name: "tides ü.csv", size: undefined };
  const browsers = new FakeBrowsers();
  browsers.files = {
    folder,
    downloads: [
      { ...known, id: "g1", state: "completed", received: 5, size: 5, path },
      { ...known, id: "g2", state: "inProgress", received: 2, path: undefined },
      { ...known, id: "g3", state: "canceled", received: 0, path: undefined },
    ],
  };
  const service = createService({ browsers }, {});
  const server = createServer(toNodeHandler(service)).on("upgrade", toNodeUpgrade(service));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}/v1/browser-connect`;
  const keyOf = async (): Promise<string> => {
    const { id } = await service.accounts.create();
    return (await service.keys.create(id)).key;
  };
  const [key, foreign] = [await keyOf(), await keyOf()];
  const socket = new WebSocket(`ws://${host}?api_key=${key}`);
  const id = await new Promise<string>((resolve) =>
    socket.once("upgrade", ({ headers }) => {
      const name = Object.keys(headers).find((header) => header.endsWith("connection-id")) ?? "";
      resolve(String(headers[name]));
    }),
  );
  const ask = (way: string, init: RequestInit = {}, as = key): Promise<Response> =>
    fetch(`http://${host}/${id}/${way}`, { ...init, headers: { "x-api-key": as } });
  return { ask, foreign, socket };
}

describe("files of a browser connection", () => {
  it("are listed without where they are, and given as attachments", async () => {
    const { ask } = await connected();
    const list = (await (await ask("downloads")).json()) as { downloads: object[] };
    expect(list.downloads).toEqual([
      {
        id: "g1",
        url: "https://a.example/f",
        name: "tides ü.csv",
        state: "completed",
        received_bytes: 5,
        size_bytes: 5,
      },
      expect.objectContaining({ id: "g2", state: "inProgress", size_bytes: null }),
      expect.objectContaining({ id: "g3", state: "canceled" }),
    ]);
    const file = await ask("downloads/g1");
    expect(await file.text()).toBe("hello");
    expect(file.headers.get("content-disposition")).toContain(
      "filename*=UTF-8''tides%20%C3%BC.csv",
    );
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
  });

  it.each([
    ["downloads/g2", 400, "not_ready"],
    ["downloads/g3", 404, "not_found"],
    ["downloads/none", 404, "not_found"],
  ])("answers %s with %d", async (way, status, error) => {
    const { ask } = await connected();
    const answer = await ask(way);
    expect([answer.status, await answer.json()]).toMatchObject([status, { error }]);
  });

  it("are kept for file inputs, of any type and name that is one", async () => {
    const { ask } = await connected();
    const kept = await ask("files?name=photo.png", { method: "POST", body: "bytes" });
    expect(kept.status).toBe(201);
    const { path, size_bytes } = (await kept.json()) as { path: string; size_bytes: number };
    expect([await readFile(path, "utf8"), size_bytes]).toEqual(["bytes", 5]);
    const refused = await ask("files?name=..%2Fphoto.png", { method: "POST", body: "bytes" });
    expect(refused.status).toBe(400);
    expect((await ask("files", { method: "POST", body: "bytes" })).status).toBe(400);
  });

  it("are another account's affair alone, and gone with the connection", async () => {
    const { ask, foreign, socket } = await connected();
    for (const way of ["downloads", "downloads/g1"]) {
      expect((await ask(way, {}, foreign)).status).toBe(404);
    }
    expect((await ask("files?name=a", { method: "POST", body: "x" }, foreign)).status).toBe(404);
    socket.close();
    await expect.poll(async () => (await ask("downloads")).status, { timeout: 10_000 }).toBe(404);
  });
});
