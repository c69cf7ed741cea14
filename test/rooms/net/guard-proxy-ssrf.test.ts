import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector, type Resolver } from "../../../src/net/index.ts";
import { corpusJson, corpusMissing } from "../../corpus.ts";
import { openDoor, proxied } from "./open-door.ts";
import { recordingDialer, tableResolver } from "./recorders.ts";

interface Forms {
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly forms: readonly { readonly url: string; readonly must: "deny" | "reject" | "allow" }[];
}

const { dns, forms }: Forms = corpusMissing
  ? { dns: {}, forms: [] }
  : corpusJson<Forms>("ssrf/forms.json");

const REFUSED = /^(?:$|HTTP\/1\.1 40[03] )/;

/** What a door says to the form, and what it dialled for it. */
async function openGuarded() {
  const dialer = recordingDialer();
  const resolver = tableResolver(dns);
  const door = await openDoor({ connector: createConnector({ resolver, dialer }) });
  return Object.assign(door, { dialer, resolver });
}

/** UTF-8 as it would stand on the wire. */
function onWire(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** A form as it stands, and as a browser would send it. */
function spellings(form: string): string[] {
  const url = form.replace("{P}", "8080");
  return [onWire(url), URL.parse(url)?.href ?? ""].filter((text) => text !== "");
}

describe.skipIf(corpusMissing)(`a door and the forms of request forgery${corpusMissing}`, () => {
  it("are all here", () => {
    expect(forms.length).toBe(133);
  });

  it.each(forms.filter(({ must }) => must !== "allow"))(
    "$url is never dialled, in absolute form, by CONNECT or as Host",
    async ({ url }) => {
      await using guarded = await openGuarded();
      for (const spelling of spellings(url)) {
        expect((await guarded.say(proxied(spelling))).said).toMatch(REFUSED);
        const authority = /^[a-z]+:[/\\]*([^/]*)/i.exec(spelling)?.[1] ?? "";
        for (const target of [authority, `${authority}:443`, spelling]) {
          const head = `CONNECT ${target} HTTP/1.1\r\nHost: public.test\r\n\r\n`;
          expect((await guarded.say(head)).said).toMatch(/^HTTP\/1\.1 40[03] /);
        }
      }
      expect(guarded.dialer.targets).toEqual([]);
    },
  );

  it.each(forms.filter(({ must }) => must === "allow"))("$url is dialled", async (form) => {
    await using guarded = await openGuarded();
    const url = new URL(form.url);
    const addresses = dns[url.hostname] ?? [url.hostname.replace(/^\[(.*)\]$/, "$1")];
    const port = Number(url.port || 80);
    expect((await guarded.say(proxied(url.href, "Host: 127.0.0.1"))).said).toBe("");
    const tunnel = `CONNECT ${url.hostname}:${port} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
    expect((await guarded.say(tunnel)).said).toContain("HTTP/1.1 502 ");
    expect(guarded.dialer.targets).toMatchObject([
      { addresses, port },
      { addresses, port },
    ]);
  });
});

describe("a door", () => {
  it("never reaches a listener on loopback, and does when the operator allows it", async () => {
    await using site = await createSite({ "*": "reached" });
    const resolver: Resolver = { resolve: async () => ["127.0.0.1"] };
    await using guarded = await openDoor({ connector: createConnector({ resolver }) });
    await using open = await openDoor({ connector: createConnector({}, { allow: ["127.0.0.1"] }) });
    const hosts = ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "017700000001", "%31%32%37.0.0.1"];
    for (const host of hosts) {
      const request = proxied(`http://${host}:${site.port}/`);
      const tunnel = `CONNECT ${host}:${site.port} HTTP/1.1\r\nHost: x\r\n\r\n`;
      expect((await guarded.say(request)).said).toBe("");
      expect((await guarded.say(tunnel)).said).toContain(" 403 ");
      expect((await open.say(request)).said).toContain("reached");
      expect((await open.say(tunnel + proxied("/"))).said).toContain("reached");
    }
    expect((await guarded.say(proxied(`http://public.test:${site.port}/`))).said).toBe("");
    expect(guarded.door.failureOf("public.test")?.code).toBe("ADDRESS_NOT_ALLOWED");
    // Requests share one kept connection, since all the spellings mean one address.
    expect(site.connections).toBe(hosts.length + 1);
  });

  it("goes where the URL says, and says so to the website, whatever Host says", async () => {
    await using site = await createSite({ "*": "reached" });
    const connector = createConnector(
      { resolver: tableResolver({ "site.test": ["127.0.0.1"] }) },
      { allow: ["site.test"] },
    );
    await using open = await openDoor({ connector });
    const url = `http://SITE.test:${site.port}/a?b=%20|`;
    for (const host of ["127.0.0.1:1", "other.test", "", "site.test:1"]) {
      const request = `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect((await open.say(request)).said).toContain("reached");
    }
    expect((await open.say(`GET ${url} HTTP/1.0\r\n\r\n`)).said).toContain("reached");
    const seen = site.requests.map(({ path, headers }) => `${headers["host"]} ${path}`);
    expect(new Set(seen)).toEqual(new Set([`site.test:${site.port} /a?b=%20|`]));
    expect(seen.length).toBe(5);
  });

  it("judges each connection's answers, and dials exactly those", async () => {
    const dialer = recordingDialer();
    let calls = 0;
    const resolver: Resolver = {
      async resolve() {
        calls += 1;
        return calls % 2 === 1 ? ["93.184.215.14"] : ["127.0.0.1"];
      },
    };
    await using guarded = await openDoor({ connector: createConnector({ resolver, dialer }) });
    for (let turn = 0; turn < 5; turn += 1) {
      await guarded.say(proxied("http://rebinding.test/"));
      await guarded.say("CONNECT rebinding.test:443 HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    expect(calls).toBe(10);
    expect(dialer.targets.map(({ addresses }) => addresses)).toEqual(
      Array.from({ length: 5 }, () => ["93.184.215.14"]),
    );
  });

  it.each([
    "user@127.0.0.1:80",
    "user:password@public.test:80",
    "public.test@127.0.0.1:80",
    "public.test:80@127.0.0.1:80",
    "public.test",
    "public.test:",
    ":80",
    "public.test:80:90",
    "public.test:99999",
    "public.test:+80",
    "public.test:0x50",
    "public.test:80/",
    "public.test:80?",
    "public.test:80#",
    "public.test\\:80",
    "public.test:80\\@127.0.0.1:80",
    "http://public.test:80",
    "http://public.test/",
    "/",
    "*",
    "[fe80::1%25eth0]:80",
    "[::1%lo]:80",
    "[::1:80",
    "::1:80",
    "127.0.0.1.:80",
    "127.0.0.1..:80",
    "localhost.:80",
    "public.test\0.evil:80",
    "public.test%00.evil:80",
    "public.test%2f.evil:80",
    "127.0.0.1%09:80",
    "public.test :80",
    "public.test\t:80",
    "l%6fcalhost:80",
    "\u00ec\u00ed:80",
    "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1:80",
  ])("refuses CONNECT to %j", async (authority) => {
    const dialer = recordingDialer();
    const resolver = tableResolver({ "public.test": ["93.184.215.14"] });
    await using guarded = await openDoor({ connector: createConnector({ resolver, dialer }) });
    const { said } = await guarded.say(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(said).toMatch(
      /^HTTP\/1\.1 40[03] [\w ]+\r\nContent-Length: 0\r\nConnection: close\r\n\r\n$/,
    );
    expect(dialer.targets).toEqual([]);
  });

  it("does not connect again over a kept connection to where another request leads", async () => {
    await using listener = await createRawSite((socket) => socket.end());
    await using site = await createSite({ "*": "reached" });
    const connector = createConnector(
      { resolver: tableResolver({ "site.test": ["127.0.0.1"] }) },
      { allow: ["site.test"] },
    );
    await using open = await openDoor({ connector });
    expect(await open.get(`http://site.test:${site.port}/`)).toBe("reached");
    await expect(open.get(`http://127.0.0.1:${listener.port}/`)).rejects.toThrow("socket hang up");
    expect(await open.get(`http://site.test:${site.port}/`)).toBe("reached");
    expect(listener.connections).toBe(0);
  });
});
