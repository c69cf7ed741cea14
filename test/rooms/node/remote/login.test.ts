import { randomBytes } from "node:crypto";
import { PassThrough, Readable, Writable } from "node:stream";
import { MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeClock } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logInAt } from "../../../../src/node/remote/login.ts";
import { FakeBrowsers } from "../../../transports/fake-browsers.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const site = "https://www.example.com/login";
const cookie = {
  name: "login",
  value: "a",
  domain: "www.example.com",
  path: "/",
  expires: -1,
  httpOnly: true,
  secure: true,
  sameSite: "Lax",
} as const;

/** What is written to stderr, and who waits for words in it. */
class Said extends Writable {
  text = "";
  #wake = (): void => {};

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    this.#wake();
    done();
  }

  async until(words: string): Promise<void> {
    while (!this.text.includes(words)) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

describe("dragline login --remote", () => {
  const browsers = new FakeBrowsers();
  const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
  let rig: RemoteRig;
  beforeEach(async () => {
    browsers.state = { cookies: [cookie], origins: [] };
    const records = new MemoryRecords();
    rig = await remoteRig({}, { browsers, records, sealer: new Sealer({ records, ring }) });
  });
  afterEach(() => rig[Symbol.asyncDispose]());

  const sessions = async () =>
    JSON.parse((await rig.remotely(["api", "listSessions"])).stdout) as {
      readonly id: string;
      readonly name: string;
    }[];

  /** The command with a clock of the test's and streams that it can look at. */
  function begin() {
    const [stdin, stdout, stderr] = [new PassThrough(), new Said(), new Said()];
    const abort = new AbortController();
    const clock = new FakeClock();
    const { signal } = abort;
    const terminal = { stdin, stdout, stderr, signal, env: rig.env };
    const flags = { url: site, name: undefined, country: undefined };
    const place = { url: rig.at[1], key: undefined };
    const ended = logInAt(place, { flags, clock }, terminal);
    return { stdin, stdout, stderr, abort, clock, ended };
  }

  it("says where to log in, and saves the session by its name on Enter", async () => {
    const argv = ["login", site, "--name", "it's mine", "--country", "de"];
    const { code, stdout, stderr } = await rig.remotely(argv, { stdin: Readable.from(["\n"]) });
    expect([code, stdout]).toEqual([0, "it's mine\n"]);
    expect(stderr).toMatch(
      /^Open this page within \d+ minutes, log in there and press 'Save login'/,
    );
    expect(stderr).toMatch(
      /\n {2}http:\/\/127\.0\.0\.1:\d+\/v1\/sessions\/interactive\/\S+\?token=/,
    );
    expect(stderr).toContain(`Saved as 'it's mine' at ${rig.at[1]}: 1 cookie.\n`);
    expect(stderr).toContain(
      `dragline scrape '${site}' --remote '${rig.at[1]}' --session 'it'\\''s mine'\n`,
    );
    expect(browsers.orders.at(-1)).toMatchObject({ country: "de" });
    expect(await sessions()).toMatchObject([{ name: "it's mine" }]);
    const again = await rig.remotely(argv, { stdin: Readable.from([]) });
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("(duplicate_name)")]);
  });

  it("ends when the login is saved in the page", async () => {
    const { stdout, stderr, clock, ended } = begin();
    await stderr.until("Ctrl+C");
    const [, id] = /interactive\/([\w-]+)\?/.exec(stderr.text) ?? [];
    await rig.remotely(["api", "saveManualSession", `sessionId=${id}`]);
    await clock.advance(5_000);
    expect([await ended, stdout.text]).toEqual([0, "www.example.com\n"]);
  });

  it("ends with 1 when the time is over, or the browser is gone at Enter", async () => {
    const late = begin();
    await late.stderr.until("Ctrl+C");
    await late.clock.advance(600_000);
    expect([await late.ended, late.stdout.text]).toEqual([1, ""]);
    expect(late.stderr.text).toContain("The login ended; nothing was saved.\n");
    await browsers.last[Symbol.asyncDispose]();
    const gone = begin();
    await gone.stderr.until("Ctrl+C");
    const [, id] = /interactive\/([\w-]+)\?/.exec(gone.stderr.text) ?? [];
    await rig.remotely(["api", "deleteSession", `id=${id}`]);
    gone.stdin.write("\n");
    expect(await gone.ended).toBe(1);
  });

  it("saves nothing when it is interrupted, and ends the browser at the service", async () => {
    const { stderr, abort, ended } = begin();
    await stderr.until("Ctrl+C");
    const reason = new Error("interrupted");
    abort.abort(reason);
    await expect(ended).rejects.toBe(reason);
    expect(browsers.open.size).toBe(0);
    expect(await sessions()).toEqual([]);
  });

  it.each([
    [["--output", "s.json"], "--output cannot be combined with --remote"],
    [["--data", "there"], "--data cannot be combined with --remote"],
    [["--viewer"], "--viewer cannot be combined with --remote"],
    [["--country", "deu"], "--country takes two letters"],
  ])("refuses %j", async (flags, said) => {
    const { code, stdout, stderr } = await rig.remotely(["login", site, ...flags]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });
});
