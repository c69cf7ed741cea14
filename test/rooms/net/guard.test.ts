import { describe, expect, it } from "vitest";
import { createAddressGuard } from "../../../src/net/index.ts";
import { refusalOf } from "./refusals.ts";

const guard = createAddressGuard();
const answers = (addresses: readonly string[]) => () =>
  guard.checkAnswers("public.test", addresses);
const check = (url: string, allow: readonly string[] = []) =>
  createAddressGuard({ allow }).checkUrl(new URL(url));

describe("AddressGuard.checkUrl", () => {
  it.each(["http://example.com/", "https://example.com.:8443/a", "http://1.1.1.1/"])(
    "passes %s",
    (url) => {
      expect(() => check(url)).not.toThrow();
    },
  );

  it.each(["ftp://example.com/", "file:///etc/passwd", "ws://example.com/", "data:,x"])(
    "refuses the scheme of %s",
    async (url) => {
      expect(await refusalOf(() => check(url))).toMatchObject({ code: "INVALID_URL" });
    },
  );

  it.each(["http://user@example.com/", "http://user:secret@example.com/", "http://:secret@a.b/"])(
    "refuses the credentials of %s and keeps them out of the message",
    async (url) => {
      const { code, message } = await refusalOf(() => check(url));
      expect(code).toBe("INVALID_URL");
      expect(message).not.toMatch(/user@|secret/);
    },
  );

  it.each([
    ["http://localhost/", "local"],
    ["http://localhost./", "local"],
    ["http://a.localhost/", "local"],
    ["http://printer.local/", "local"],
    ["http://a.localdomain/", "local"],
    ["http://db.internal/", "local"],
    ["http://nas.home.arpa/", "local"],
    ["http://x.onion/", "local"],
    ["http://kubernetes.default.svc/", "local"],
    ["http://a.b.svc.cluster.local/", "local"],
    ["http://intranet/", "single-label"],
    ["http://com./", "single-label"],
    ["http://example.com../", "malformed"],
    ["http://a..example.com/", "malformed"],
    [`http://${"a".repeat(64)}.com/`, "malformed"],
    [`http://${"a.".repeat(130)}com/`, "malformed"],
    ["http://metadata.google.internal/", "metadata"],
    ["http://x.metadata.google.internal./", "metadata"],
    ["http://metadata/", "metadata"],
  ])("refuses %.40s: %s", async (url, reason) => {
    const error = await refusalOf(() => check(url));
    expect(error.code).toBe("ADDRESS_NOT_ALLOWED");
    expect(error.details.reason).toBe(reason);
  });

  it("passes names that only look like refused ones", () => {
    for (const host of ["notlocalhost.com", "internal.com", "local.example.com", "svc.io"]) {
      expect(() => check(`http://${host}/`)).not.toThrow();
    }
  });

  it("says how to allow what it refuses", async () => {
    expect((await refusalOf(() => check("http://127.0.0.1:8080/"))).message).toBe(
      "127.0.0.1 is a loopback address and not allowed; allow it with the option allow: ['127.0.0.1'] (CLI: --allow-host 127.0.0.1).",
    );
    expect((await refusalOf(() => check("http://intranet/"))).message).toContain(
      "--allow-host intranet",
    );
  });

  it("says of metadata that it is never allowed", async () => {
    const { message, details } = await refusalOf(() => check("http://169.254.169.254/"));
    expect(message).toBe(
      "169.254.169.254 is a metadata address and never allowed, even with the option allow.",
    );
    expect(details).toEqual({
      host: "169.254.169.254",
      address: "169.254.169.254",
      reason: "metadata",
    });
  });

  it("takes a name of a million characters in its stride", async () => {
    const { message } = await refusalOf(() => check(`http://${"a.".repeat(500_000)}com/`));
    expect(message.length).toBeLessThan(400);
  });
});

describe("AddressGuard.checkAnswers", () => {
  it("passes up to 16 public answers", () => {
    const sixteen = Array.from({ length: 16 }, (_, index) => `93.184.215.${index}`);
    expect(answers(sixteen)).not.toThrow();
    expect(answers(["2606:4700:4700::1111", "1.1.1.1"])).not.toThrow();
  });

  it.each([
    ["a private answer", ["10.0.0.1"], "private"],
    ["one private answer among public ones", ["1.1.1.1", "8.8.8.8", "10.0.0.1"], "private"],
    ["a mapped answer", ["::ffff:1.1.1.1"], "IPv4-mapped"],
    ["a link-local answer with a zone", ["fe80::1%eth0"], "malformed"],
    ["an answer that is no address", ["example.com"], "malformed"],
    ["an octal answer", ["0177.0.0.1"], "malformed"],
    ["no answer", [], "unresolved"],
    ["17 answers", Array.from({ length: 17 }, () => "1.1.1.1"), "crowded"],
  ])("refuses %s", async (_, addresses, reason) => {
    const error = await refusalOf(answers(addresses));
    expect(error.code).toBe("ADDRESS_NOT_ALLOWED");
    expect(error.details).toMatchObject({ host: "public.test", reason });
  });

  it("names the refused answer and the way to allow it", async () => {
    const { message, details } = await refusalOf(answers(["1.1.1.1", "10.0.0.1"]));
    expect(details.address).toBe("10.0.0.1");
    expect(message).toBe(
      "public.test resolves to 10.0.0.1, which is a private address and not allowed; allow it with the option allow: ['public.test'] (CLI: --allow-host public.test).",
    );
  });
});

describe("createAddressGuard({ allow })", () => {
  it.each([
    ["a host name", "intranet", "http://intranet/"],
    ["a host name in another spelling", "INTRANET.", "http://intranet./"],
    ["an international name", "bücher.local", "http://xn--bcher-kva.local/"],
    ["localhost", "localhost", "http://localhost:3000/"],
    ["a wildcard", "*.example.internal", "http://a.b.example.internal/"],
    ["an IPv4 address", "127.0.0.1", "http://2130706433/"],
    ["an IPv4 CIDR", "10.0.0.0/8", "http://10.255.0.1/"],
    ["an IPv6 address", "::1", "http://[0:0:0:0:0:0:0:1]/"],
    ["an IPv6 address in brackets", "[fd00::1]", "http://[fd00::1]/"],
    ["an IPv6 CIDR", "fd00::/8", "http://[fd12:3456::1]/"],
    ["all of IPv4", "0.0.0.0/0", "http://127.0.0.1/"],
  ])("allows %s", (_, entry, url) => {
    expect(() => check(url)).toThrow(/not allowed/);
    expect(() => check(url, [entry])).not.toThrow();
  });

  it.each([
    ["a name below a listed one", "localhost", "http://a.localhost/"],
    ["a wildcard's own domain", "*.example.internal", "http://example.internal/"],
    ["a name that only ends alike", "*.example.internal", "http://badexample.internal/"],
    ["the neighbour of an address", "127.0.0.1", "http://127.0.0.2/"],
    ["the neighbour of a CIDR", "10.0.0.0/9", "http://10.128.0.1/"],
    ["the neighbour of an IPv6 CIDR", "fd00::/64", "http://[fd00:0:0:1::1]/"],
    ["the mapped form", "127.0.0.1", "http://[::ffff:127.0.0.1]/"],
    ["a name for an address", "127.0.0.1", "http://localhost/"],
  ])("does not allow %s", (_, entry, url) => {
    expect(() => check(url, [entry])).toThrow(/not allowed/);
  });

  it("lets a listed name resolve to anything and a listed address have any name", () => {
    const trusting = createAddressGuard({ allow: ["wiki.corp.example", "10.0.0.0/8"] });
    expect(() =>
      trusting.checkAnswers("wiki.corp.example", ["192.168.1.1", "1.1.1.1"]),
    ).not.toThrow();
    expect(() => trusting.checkAnswers("WIKI.corp.example.", ["192.168.1.1"])).not.toThrow();
    expect(() => trusting.checkAnswers("other.example", ["10.1.1.1"])).not.toThrow();
    expect(() => trusting.checkAnswers("other.example", ["192.168.1.1"])).toThrow(/not allowed/);
  });

  it("never allows metadata, however it is listed", () => {
    const all = ["0.0.0.0/0", "::/0", "169.254.169.254", "metadata.google.internal", "metadata"];
    const trusting = createAddressGuard({ allow: [...all, "*.internal", "x.y"] });
    const urls = [
      "http://169.254.169.254/",
      "http://168.63.129.16/",
      "http://100.100.100.200/",
      "http://[fd00:ec2::254]/",
      "http://[::ffff:169.254.169.254]/",
      "http://[64:ff9b::169.254.169.254]/",
      "http://metadata.google.internal/",
      "http://metadata/",
    ];
    for (const url of urls) expect(() => trusting.checkUrl(new URL(url))).toThrow(/never allowed/);
    expect(() => trusting.checkAnswers("x.y", ["169.254.169.254"])).toThrow(/never allowed/);
    expect(() => trusting.checkAnswers("metadata.goog", ["1.1.1.1"])).toThrow(/never allowed/);
    expect(() => trusting.checkAnswers("x.y", ["127.0.0.1"])).not.toThrow();
  });

  it.each([
    "",
    " ",
    "*",
    "*.",
    "*.*.com",
    "a.*.com",
    "http://localhost",
    "localhost:3000",
    "user@host",
    "localhost/path",
    "10.0.0.0/33",
    "10.0.0.1/8",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "fd00::/129",
    "fd00::1/64",
    "10.0.0",
    "0x7f.1",
    "2130706433",
    "fe80::1%eth0",
    "[::1]:80",
    "a b",
    "a..b",
    "%6c",
  ])("refuses the entry %j", async (entry) => {
    const error = await refusalOf(() => createAddressGuard({ allow: [entry] }));
    expect(error.code).toBe("INVALID_ALLOW_ENTRY");
  });

  it("refuses unknown options", () => {
    expect(() => createAddressGuard({ allowed: [] } as never)).toThrow(
      /Unknown option 'allowed'; known are allow/,
    );
  });
});
