import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createAttemptSender } from "../../../src/webhooks/attempts/attempt-sender.ts";
import { corpusJson, corpusMissing } from "../../corpus.ts";
import { createInternet } from "../fetcher/internet.ts";
import { attemptAt, signal } from "./attempts.ts";

interface Forms {
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly forms: readonly { readonly url: string; readonly must: "deny" | "reject" | "allow" }[];
}

const { dns, forms }: Forms = corpusMissing
  ? { dns: {}, forms: [] }
  : corpusJson<Forms>("ssrf/forms.json");

/** Beside http, "http:host" is a path of the same host. */
function isHarmless(location: string): boolean {
  return /^http:\/?[^/\\]/.test(location);
}

describe.skipIf(corpusMissing)(`forms of request forgery as receivers${corpusMissing}`, () => {
  it("are all here", () => {
    expect(forms.length).toBe(133);
  });

  it.each(forms)("$url as callback: $must", async ({ url, must }) => {
    await using listener = await createSite({ "*": "secret" });
    const { resolver, dialer, dialled } = createInternet({}, dns);
    await using sender = createAttemptSender({ resolver, dialer });
    const target = url.replace("{P}", String(listener.port));
    const result = await sender.send(attemptAt(target), signal);
    const refused = must !== "allow";
    expect(result).toMatchObject({
      httpStatus: null,
      failure: refused ? "address-not-allowed" : "connect",
      permanent: refused,
    });
    expect(dialled.length).toBe(refused ? 0 : 1);
    expect(listener.connections).toBe(0);
  });

  it.each(forms)("$url as redirect target: $must", async ({ url, must }) => {
    await using listener = await createSite({ "*": "secret" });
    const location = url.replace("{P}", String(listener.port));
    const answer = `HTTP/1.1 307 Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
    await using site = await createRawSite((socket) =>
      socket.on("data", () => socket.write(answer)),
    );
    const { resolver, dialer, dialled } = createInternet({ "start.test": site }, dns);
    await using sender = createAttemptSender({ resolver, dialer });
    const { failure, permanent } = await sender.send(attemptAt("http://start.test/"), signal);
    expect(listener.connections).toBe(0);
    expect(dialled.filter((address) => address !== "93.184.215.100:80").length).toBe(
      must === "allow" ? 1 : 0,
    );
    if (must === "allow") expect([failure, permanent]).toEqual(["connect", false]);
    else if (isHarmless(location)) expect(failure).toMatch(/^(?:redirects|invalid-response)$/);
    else expect(failure).toMatch(/^(?:redirects|address-not-allowed)$/);
    expect(permanent).toBe(failure === "address-not-allowed");
  });
});

describe("a receiver's name", () => {
  it("that turns private between two attempts ends the delivery, and nothing is sent", async () => {
    await using site = await createRawSite((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")),
    );
    const { dialer, dialled } = createInternet({ "a.test": site });
    const answers = [["93.184.215.100"], ["10.0.0.1"]];
    const resolver = { resolve: async () => answers.shift() ?? [] };
    await using sender = createAttemptSender({ resolver, dialer });
    const first = await sender.send(attemptAt("http://a.test/"), signal);
    expect(first).toMatchObject({ httpStatus: 500, failure: "status" });
    const second = await sender.send(attemptAt("http://a.test/"), signal);
    expect(second).toMatchObject({
      httpStatus: null,
      failure: "address-not-allowed",
      permanent: true,
    });
    expect(dialled).toEqual(["93.184.215.100:80"]);
    expect(await sender.send(attemptAt("http://a.test/"), signal)).toMatchObject({
      failure: "dns",
      permanent: false,
    });
  });

  it("with more addresses than any has is refused, and may have fewer later", async () => {
    const addresses = Array.from({ length: 17 }, (_, index) => `93.184.215.${index}`);
    const { resolver, dialer, dialled } = createInternet({}, { "a.test": addresses });
    await using sender = createAttemptSender({ resolver, dialer });
    expect(await sender.send(attemptAt("http://a.test/"), signal)).toMatchObject({
      failure: "address-not-allowed",
      permanent: false,
    });
    expect(dialled).toEqual([]);
  });

  it("is refused with a password also while a connection to it is open", async () => {
    await using site = await createSite({ "/": "ok" });
    await using sender = createAttemptSender(createInternet({ "a.test": site }));
    expect((await sender.send(attemptAt("http://a.test/"), signal)).httpStatus).toBe(200);
    expect(await sender.send(attemptAt("http://me:secret@a.test/"), signal)).toMatchObject({
      httpStatus: null,
      failure: "address-not-allowed",
      permanent: true,
    });
    expect(site.requests.length).toBe(1);
  });
});
