import { buffer } from "node:stream/consumers";
import { createSite, FakeClock, type Site, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createAttemptSender } from "../../../../src/webhooks/attempts/attempt-sender.ts";
import { createInternet } from "../../fetcher/internet.ts";
import { attemptAt, body, headers, sendOnce, signal } from "../attempts.ts";

const allow = ["127.0.0.1"];

function to(location: string, status = 307): SiteRoute {
  return { status, headers: { location }, body: "moved" };
}

/** A site of a chain: `/3` leads to `/2`, that to `/1`, that to `/0`, which takes what comes. */
function chain(): Promise<Site> {
  return createSite({
    "*": (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(308, { location: `/${left - 1}` });
      response.end();
    },
  });
}

describe("redirects of an attempt", () => {
  it.each([301, 302, 307, 308])(
    "are followed for %i with method, body and headers, to other origins too",
    async (status) => {
      const bodies: Buffer[] = [];
      const route = (location: string | undefined): SiteRoute => {
        return (request, response) => {
          void buffer(request).then((bytes) => {
            bodies.push(bytes);
            if (location !== undefined) response.writeHead(status, { location });
            response.end();
          });
        };
      };
      await using last = await createSite({ "/c": route(undefined) });
      await using site = await createSite({ "/a": route("/b"), "/b": route(last.url("/c")) });
      expect(await sendOnce(site.url("/a"))).toMatchObject({ httpStatus: 200, failure: undefined });
      const requests = [...site.requests, ...last.requests];
      expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        "POST /a",
        "POST /b",
        "POST /c",
      ]);
      for (const { headers: sent } of requests) {
        expect(sent).toMatchObject({ ...headers, "content-length": String(body.length) });
        expect(Object.keys(sent)).not.toContain("referer");
      }
      expect(bodies.every((bytes) => Buffer.compare(bytes, body) === 0)).toBe(true);
      expect(site.connections).toBe(1);
    },
  );

  it("are followed for 303 with GET, without the body and what only it has", async () => {
    const said: string[] = [];
    const heard = (location?: string, status = 303): SiteRoute => {
      return (request, response) => {
        void buffer(request).then((bytes) => {
          said.push(`${request.method} ${request.url} ${bytes.length}`);
          if (location !== undefined) response.writeHead(status, { location });
          response.end();
        });
      };
    };
    await using site = await createSite({
      "/a": heard("/b", 307),
      "/b": heard("/c"),
      "/c": heard("/d", 307),
      "/d": heard(),
    });
    expect(await sendOnce(site.url("/a"))).toMatchObject({ httpStatus: 200, failure: undefined });
    const { length } = body;
    expect(said).toEqual([`POST /a ${length}`, `POST /b ${length}`, "GET /c 0", "GET /d 0"]);
    for (const { headers: sent } of site.requests.slice(2)) {
      expect(sent["user-agent"]).toBe(headers["user-agent"]);
      expect(Object.keys(sent)).not.toContain("content-type");
      expect(Object.keys(sent)).not.toContain("content-length");
      expect(Object.keys(sent)).not.toContain("x-service-signature");
    }
  });

  it("are followed for 303 three times, through the guard, and tell the last answer", async () => {
    await using site = await createSite({
      "/1": to("/2", 303),
      "/2": to("/3", 303),
      "/3": to("/4", 303),
      "/4": to("/5", 303),
      "/gone": to("/nowhere", 303),
      "/own": (request, response) => {
        if (request.method === "POST") response.writeHead(303, { location: "/own" });
        response.end();
      },
      "/inside": to("http://10.0.0.1/", 303),
    });
    expect(await sendOnce(site.url("/1"))).toMatchObject({ failure: "redirects" });
    expect(await sendOnce(site.url("/gone"))).toMatchObject({ httpStatus: 404, failure: "status" });
    expect(await sendOnce(site.url("/inside"))).toMatchObject({ failure: "address-not-allowed" });
    expect(await sendOnce(site.url("/own"))).toMatchObject({ httpStatus: 200, failure: undefined });
  });

  it("are followed three times, and not four", async () => {
    await using site = await chain();
    expect(await sendOnce(site.url("/3"))).toMatchObject({ httpStatus: 200, failure: undefined });
    expect(site.requests.length).toBe(4);
    expect(await sendOnce(site.url("/4"))).toMatchObject({
      httpStatus: 308,
      failure: "redirects",
      permanent: false,
    });
    expect(site.requests.length).toBe(8);
  });

  it.each<[string, SiteRoute]>([
    ["303 without Location", { status: 303 }],
    ["300", to("/b", 300)],
    ["304", to("/b", 304)],
    ["307 without Location", { status: 307 }],
    ["307 with a blank Location", to(" ")],
  ])("are not made of %s: its status is the answer", async (_, route) => {
    await using site = await createSite({ "/a": route });
    const result = await sendOnce(site.url("/a"));
    expect(result).toMatchObject({ failure: "status", permanent: false });
    expect(Math.trunc((result.httpStatus ?? 0) / 100)).toBe(3);
    expect(site.requests.length).toBe(1);
  });

  it.each([
    ["itself", { "/a": to("/a") }, 1],
    ["itself with a fragment", { "/a": to("/a#b") }, 1],
    ["each other", { "/a": to("/b"), "/b": to("/a") }, 2],
  ])("to %s are left", async (_, routes, requests) => {
    await using site = await createSite(routes);
    expect(await sendOnce(site.url("/a"))).toMatchObject({ httpStatus: 307, failure: "redirects" });
    expect(site.requests.length).toBe(requests);
  });

  it.each([
    "file:///etc/passwd",
    "javascript:alert(1)",
    "gopher://a.test/",
    "http://",
    "http://[::zz]/",
    "http://user:secret@example.com/",
    "ht!tp://a.test",
  ])("to %s lead nowhere", async (location) => {
    await using site = await createSite({ "/": to(location, 302) });
    const result = await sendOnce(site.url("/"));
    expect(result.failure === "redirects" || site.requests.length > 1).toBe(true);
    expect(result.permanent).toBe(false);
  });

  it.each(["http://10.0.0.1/", "http://169.254.169.254/latest/", "//localhost/", "//[::1]/"])(
    "to %s end the delivery for good",
    async (location) => {
      await using site = await createSite({ "/": to(location) });
      const { resolver, dialer, dialled } = createInternet({ "a.test": site });
      await using sender = createAttemptSender({ resolver, dialer });
      expect(await sender.send(attemptAt("http://a.test/"), signal)).toMatchObject({
        httpStatus: 307,
        failure: "address-not-allowed",
        permanent: true,
      });
      expect(dialled.length).toBe(1);
    },
  );

  it("tell of the last answer when the next receiver is not there", async () => {
    await using site = await createSite({ "/": to("http://b.test/") });
    const internet = createInternet({ "a.test": site }, { "b.test": ["93.184.215.14"] });
    await using sender = createAttemptSender(internet);
    expect(await sender.send(attemptAt("http://a.test/"), signal)).toMatchObject({
      httpStatus: 307,
      failure: "connect",
      permanent: false,
    });
  });

  it("have one deadline together", async () => {
    const clock = new FakeClock();
    let redirect = (): void => {};
    await using site = await createSite({
      "/a": (_, response) => {
        redirect = () => response.writeHead(307, { location: "/b" }).end();
      },
      "/b": () => {},
    });
    await using sender = createAttemptSender({ clock }, { allow });
    const sending = sender.send(attemptAt(site.url("/a")), signal);
    await site.seen("/a");
    await clock.advance(7_000);
    redirect();
    await site.seen("/b");
    await clock.advance(2_999);
    expect(site.open).toBe(1);
    await clock.advance(1);
    expect(await sending).toMatchObject({
      httpStatus: 307,
      failure: "timeout",
      durationMs: 10_000,
    });
    await site.idle();
  });

  it("do not wait longer than a second for a body that nobody needs", async () => {
    const clock = new FakeClock();
    await using site = await createSite({
      "/a": (_, response) => void response.writeHead(307, { location: "/b" }).write("part"),
      "/b": "ok",
    });
    await using sender = createAttemptSender({ clock }, { allow });
    const sending = sender.send(attemptAt(site.url("/a")), signal);
    await clock.timerOf(1_000);
    await clock.advance(1_000);
    expect(await sending).toMatchObject({ httpStatus: 200, durationMs: 1_000 });
    expect(site.connections).toBe(2);
  });
});
