import type { FetchCall, FetchedPage } from "dragline/fetcher";
import { createSite, FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { sessionEnd, storageOfCookies } from "../../../src/wire/run/login-state.ts";
import { Cookies } from "../../../src/fetcher/index.ts";
import { account, byRequests, logInOnce, membersEntry, MembersSite } from "./login-site.ts";

const paramsOf = (site: MembersSite) => ({ site: site.origin, ...account });

/** The recipe with the form's own address in place of the known one. */
const byFormAction = {
  ...byRequests,
  steps: byRequests.steps.map((step) => {
    if (step.id === "token") {
      const action = { css: "#login", attribute: "action", type: "url" };
      return { ...step, fields: { ...step.fields, action } };
    }
    return step.id === "login" ? { ...step, url: "{{steps.token.action}}" } : step;
  }),
};

describe("a login at a hostile site", () => {
  it("takes the password to no other host by a redirect", async () => {
    await using other = await createSite({ "*": "<nav class=account>" });
    const site = await MembersSite.open();
    await using _ = site.server;
    site.instead["POST /login"] = (_, response) => {
      const location = `http://localhost:${other.port}/steal`;
      response.writeHead(307, { location }).end();
    };
    expect(await logInOnce(membersEntry(), { params: paramsOf(site) })).toMatchObject({
      error: {
        code: "LOGIN_PAGE_CHANGED",
        message: expect.stringMatching(/localhost:\d+ is not one of the hosts/),
      },
    });
    expect(other.requests).toEqual([]);
  });

  it("takes it to no other host by the form's address", async () => {
    await using other = await createSite({ "*": "<nav class=account>" });
    const site = await MembersSite.open();
    await using _ = site.server;
    const entry = membersEntry({ login: byFormAction });
    expect(await logInOnce(entry, { params: paramsOf(site) })).toMatchObject({
      status: "signed_in",
    });
    site.instead["GET /login"] = (_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(
        `<form id=login action="http://localhost:${other.port}/steal"><input name=csrf value=x></form>`,
      );
    };
    expect(await logInOnce(entry, { params: paramsOf(site) })).toMatchObject({
      error: { code: "LOGIN_PAGE_CHANGED", message: expect.stringMatching(/localhost/) },
    });
    expect(other.requests).toEqual([]);
  });

  it("does not go from https to http", async () => {
    const asked: string[] = [];
    const fetcher = fakeFetcher(async (url, call) => {
      asked.push(url.href);
      const insecure = new URL(url.href.replace("https:", "http:"));
      if (call.method === "POST") await call.checkHop?.(insecure, new AbortController().signal);
      return '<form id=login><input name=csrf value="x"></form>';
    });
    const params = { ...account, site: "https://members.example" };
    expect(await logInOnce(membersEntry(), { params }, { fetcher })).toMatchObject({
      error: {
        code: "LOGIN_PAGE_CHANGED",
        message: expect.stringMatching(/from https to http:\/\/members\.example/),
      },
    });
    expect(asked).toHaveLength(2);
  });

  it("ends at endless redirects and huge pages", async () => {
    const site = await MembersSite.open();
    await using _ = site.server;
    let hops = 0;
    site.instead["GET /login"] = (_, response) => {
      hops += 1;
      response.writeHead(302, { location: `/login?hop=${hops}` }).end();
    };
    expect(await logInOnce(membersEntry(), { params: paramsOf(site) })).toMatchObject({
      error: { code: "LOGIN_PAGE_CHANGED", message: expect.stringMatching(/redirects/) },
    });
    site.instead["GET /login"] = (_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<p>".padEnd(11_000_000, "x"));
    };
    expect(await logInOnce(membersEntry(), { params: paramsOf(site) })).toMatchObject({
      error: { code: "LOGIN_PAGE_CHANGED", message: expect.stringMatching(/larger|bytes|large/) },
    });
  });

  it("ends at its deadline", async () => {
    const clock = new FakeClock();
    const params = { ...account, site: "https://members.example" };
    const call = { params, trace: true };
    const running = logInOnce(membersEntry(), call, { clock, fetcher: patient });
    await clock.timerOf(90_000);
    await clock.advance(90_000);
    const result = await running;
    expect(result).toMatchObject({
      status: "refused",
      error: { code: "LOGIN_TIMEOUT", message: expect.stringMatching(/Members .* 90 seconds/) },
    });
    expect(JSON.stringify(result)).not.toContain(account.password);
  });

  it("ends when it is cancelled half-way", async () => {
    const site = await MembersSite.open();
    await using _ = site.server;
    site.instead["POST /trust"] = () => {};
    const cancelling = new AbortController();
    const running = logInOnce(membersEntry(), {
      params: paramsOf(site),
      signal: cancelling.signal,
    });
    await site.server.seen("/trust");
    cancelling.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    await site.server.idle();
    await expect(
      logInOnce(membersEntry(), { params: paramsOf(site), signal: cancelling.signal }),
    ).rejects.toThrow("enough");
  });
});

describe("a login's password", () => {
  it("is overwritten in what was sent, and stays in the caller's fields alone", async () => {
    const bodies: Uint8Array[] = [];
    const texts: string[] = [];
    const fetcher = fakeFetcher(async (_, { body }) => {
      if (body instanceof Uint8Array) {
        bodies.push(body);
        texts.push(new TextDecoder().decode(body));
      }
      return '<form id=login><input name=csrf value="x"></form>';
    });
    const params = { ...account, site: "https://members.example" };
    const result = await logInOnce(membersEntry(), { params }, { fetcher });
    expect(result).toMatchObject({ error: { code: "LOGIN_PAGE_CHANGED" } });
    expect(texts[0]).toContain("c0rrect");
    expect(bodies.every((body) => body.every((byte) => byte === 0))).toBe(true);
    expect(params.password).toBe(account.password);
  });
});

describe("the end of a session", () => {
  const day = 86_400_000;
  const cookie = { name: "a", value: "b", domain: "x.example", path: "/", httpOnly: true };
  const at = (expires: number) => ({ ...cookie, expires, secure: true, sameSite: "Lax" as const });

  it.each([
    [[-1], day],
    [[3_600], 3_600_000],
    [[3_600, 7_200, -1], 7_200_000],
    [[10 * 365 * 86_400], 30 * day],
    [[Number.MAX_VALUE], 30 * day],
  ])("of cookies that last %j seconds", (expires, ms) => {
    const now = 1_000_000_000_000;
    const cookies = expires.map((one) => at(one < 0 ? one : now / 1_000 + one));
    expect(sessionEnd(cookies, now)).toBe(now + ms);
  });

  it("is told by the cookies of a jar as a browser saves them", async () => {
    const clock = new FakeClock();
    const cookies = new Cookies(clock);
    const url = new URL("https://www.x.example/a/b");
    await cookies.add(url, [
      "s=1; Secure; HttpOnly; SameSite=Strict; Max-Age=60",
      "d=2; Domain=x.example; Path=/; SameSite=None; Secure",
      "gone=3; Max-Age=0",
    ]);
    const kept = { httpOnly: false, secure: true, expires: -1 };
    expect(storageOfCookies(cookies)).toEqual({
      cookies: [
        {
          name: "s",
          value: "1",
          domain: "www.x.example",
          path: "/a",
          secure: true,
          httpOnly: true,
          expires: clock.now() / 1_000 + 60,
          sameSite: "Strict",
        },
        { ...kept, name: "d", value: "2", domain: ".x.example", path: "/", sameSite: "None" },
      ],
      origins: [],
    });
    await clock.advance(61_000);
    expect(cookies.kept().map(({ name }) => name)).toEqual(["d"]);
  });
});

/** A fetcher that is a function; its pages are HTML. */
function fakeFetcher(html: (url: URL, call: FetchCall) => Promise<string>) {
  return {
    fetch: async (input: string | URL, call: FetchCall = {}): Promise<FetchedPage> => {
      const url = new URL(input);
      await call.checkHop?.(url, new AbortController().signal);
      const text = await html(url, call);
      const page: Partial<FetchedPage> = {
        url: url.href,
        status: 200,
        headers: {},
        text,
        bytes: Buffer.from(text),
        attempts: 1,
        contentType: { declared: undefined, sniffed: "text/html" },
        truncated: false,
        unread: false,
      };
      return page as FetchedPage;
    },
  };
}

/** A fetcher that waits for as long as its signal lets it. */
const patient = {
  fetch: (_: string | URL, { signal }: FetchCall = {}): Promise<FetchedPage> =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    }),
};
