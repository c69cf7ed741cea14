import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrowserFiles } from "../../../src/cdp-proxy/files/connection-files.ts";
import { ClientFiles } from "../../../src/cdp-proxy/relay/client-files.ts";

const signal = new AbortController().signal;
let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "dragline-files-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

function filesOf({ mostBytes = 1000, ended = signal, list = [] as object[] } = {}): BrowserFiles {
  const downloads = { list, bytes: 0, awaited: 0, ongrowth: undefined, cancel: async () => {} };
  return new BrowserFiles({ browser: { folder, downloads: downloads as never }, mostBytes, ended });
}

const text = (content: string): ReadableStream<Uint8Array> => new Blob([content]).stream();
const told = { id: "g1", url: "https://a.example/f", name: "f", received: 5, size: 5 };

describe("files of a connection", () => {
  it("are kept apart, each under the name that the page sees", async () => {
    const files = filesOf();
    const first = await files.write("a.txt", text("one"), { signal });
    const second = await files.write("a.txt", text("two"), { signal });
    expect(first.path).not.toBe(second.path);
    expect([first, second].map(({ path }) => path.startsWith(folder))).toEqual([true, true]);
    expect(await readFile(first.path, "utf8")).toBe("one");
    expect(await readFile(second.path, "utf8")).toBe("two");
  });

  it.each(["", ".", "..", "a/b", "a\\b", "a\0b", "x".repeat(201), "\ud800"])(
    "are refused under the name %j",
    async (name) => {
      await expect(filesOf().write(name, text("x"), { signal })).rejects.toMatchObject({
        code: "INVALID_REQUEST",
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it("are refused above what a connection may store, and nothing of them stays", async () => {
    const files = filesOf({ mostBytes: 4 });
    expect((await files.write("a", text("1234"), { signal })).size).toBe(4);
    await expect(files.write("b", text("12345"), { signal })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
    });
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("stop being written when the connection ends, and nothing of them stays", async () => {
    const ending = new AbortController();
    const files = filesOf({ ended: ending.signal });
    const endless = new ReadableStream<Uint8Array>({ pull: () => ending.abort(new Error("over")) });
    await expect(files.write("a", endless, { signal })).rejects.toThrow("over");
    expect(await readdir(folder)).toEqual([]);
  });

  it("that have not arrived, or were cancelled, have no bytes", async () => {
    const path = join(folder, "f");
    await writeFile(path, "hello");
    const list = [
      { ...told, state: "completed", path },
      { ...told, id: "g2", state: "inProgress", path: undefined },
    ];
    const files = filesOf({ list });
    expect(await new Response(await files.read("g1")).text()).toBe("hello");
    expect(await files.read("g2")).toBeUndefined();
    expect(await files.read("g3")).toBeUndefined();
    expect(files.downloads.map((download) => "path" in download)).toEqual([false, false]);
  });
});

describe("commands about files", () => {
  const ask = async (
    client: ClientFiles,
    method: string,
    params: object = {},
  ): Promise<unknown> => {
    const answer = await client.command({ id: 1, method, params: params as never });
    return answer === undefined ? undefined : JSON.parse(answer);
  };

  it("leave Chromium's own streams and commands alone", async () => {
    const client = new ClientFiles(filesOf(), "c1");
    expect(await ask(client, "IO.read", { handle: "trace-1" })).toBeUndefined();
    expect(await ask(client, "Page.navigate")).toBeUndefined();
  });

  it("read from where they are told, at most a mebibyte at once", async () => {
    const path = join(folder, "f");
    await writeFile(path, "0123456789");
    const client = new ClientFiles(
      filesOf({ list: [{ ...told, state: "completed", path }] }),
      "c1",
    );
    const read = async (more: object) => {
      const answer = await ask(client, "IO.read", { handle: "download:g1", ...more });
      const { result } = answer as { result: { data: string; eof: boolean } };
      return [Buffer.from(result.data, "base64").toString(), result.eof];
    };
    expect(await read({ size: 4 })).toEqual(["0123", false]);
    expect(await read({ size: 4 })).toEqual(["4567", false]);
    expect(await read({ size: 4 })).toEqual(["89", true]);
    expect(await read({ offset: 8 })).toEqual(["89", true]);
    await client.close();
    expect(await ask(client, "IO.read", { handle: "download:g1" })).toMatchObject({
      error: { message: expect.stringContaining("no such download") as string },
    });
  });

  it("are answered in their order, and refused where too many wait", async () => {
    const client = new ClientFiles(filesOf(), "c1");
    const answers = Array.from({ length: 10 }, (_, id) =>
      Promise.resolve(client.command({ id, method: "Dragline.getConnection" })),
    );
    const texts = await Promise.all(answers);
    expect(texts.filter((answer) => answer?.includes('"connectionId":"c1"'))).toHaveLength(8);
    expect(texts.filter((answer) => answer?.includes("Too many"))).toHaveLength(2);
  });

  it.each([{}, { name: "a" }, { name: "a", data: 7 }, { name: 7, data: "" }])(
    "refuse to keep %j",
    async (params) => {
      const client = new ClientFiles(filesOf(), "c1");
      expect(await ask(client, "Dragline.putFile", params)).toHaveProperty("error");
    },
  );
});
