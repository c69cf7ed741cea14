import { FsBlobs } from "dragline/storage/fs";

/** Puts blobs in a process of its own: `FOLDER whole LETTER COUNT`, or `FOLDER stall`. */
const [folder = "", mode, letter = "", count = "0"] = process.argv.slice(2);
const urls = { baseUrl: "http://localhost/", secrets: ["s".repeat(32)] };
const blobs = new FsBlobs({}, { folder, ...urls });
const { signal } = new AbortController();

if (mode === "whole") {
  for (let round = 0; round < Number(count); round += 1) {
    const bytes = Buffer.alloc(100_000 + round, letter);
    await blobs.put("shared", bytes, { signal, contentType: `x/${letter}` });
  }
  process.send?.("done");
} else {
  let given = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    given += 1;
    if (given === 4) {
      process.send?.("half-way");
      await new Promise(() => {});
    }
    controller.enqueue(new Uint8Array(100_000));
  };
  await blobs.put("shared", new ReadableStream({ pull }), { signal });
}
