import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { tellResult } from "../../../src/node/wire/run-action.ts";
import { temporaryFolder } from "./serve/temporary-folder.ts";

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });

describe("the files of a run", () => {
  it("all stand in the folder, also those of one name", async () => {
    const folder = await temporaryFolder();
    const names = ["lamps.csv", "east/lamps.csv", "LAMPS.csv", "notes"];
    const files = names.map((name) => ({ name, contentType: "text/csv", sizeBytes: 1 }));
    const terminal = {
      stdin: Readable.from([]),
      stdout: sink(),
      stderr: sink(),
      env: {},
      signal: new AbortController().signal,
    };
    const code = await tellResult(
      { status: "completed", data: null, files, executionMs: 1 },
      { folder, read: ({ name }) => Promise.resolve([Buffer.from(name)]) },
      terminal,
    );
    expect(code).toBe(0);
    const written = ["LAMPS-3.csv", "lamps-2.csv", "lamps.csv", "notes"];
    expect((await readdir(folder)).toSorted()).toEqual(written);
    expect(await readFile(join(folder, "lamps-2.csv"), "utf8")).toBe("east/lamps.csv");
  });
});
