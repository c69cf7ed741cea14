import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMediaType, sniffMediaType } from "../../../../src/fetcher/body/media-type.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");
const html = { essence: "text/html" };

describe("parseMediaType", () => {
  it.each([
    ["text/html", { essence: "text/html" }],
    ["Text/HTML; Charset=UTF-8", { essence: "text/html", charset: "utf-8" }],
    ['text/html;charset="utf-8"', { essence: "text/html", charset: "utf-8" }],
    ["text/html;charset= windows-1251", { essence: "text/html", charset: "windows-1251" }],
    ["text/html; charset=bogus", { essence: "text/html", charset: "bogus" }],
    ["text/html;", { essence: "text/html" }],
    ["application/ld+json;profile=x", { essence: "application/ld+json" }],
  ])("reads %s", (header, expected) => {
    expect(parseMediaType(header)).toEqual(expected);
    expect(parseMediaType(header)).toEqual(expected);
  });

  it.each([undefined, "", "html", "text/", "/html", "text/ht ml", ";charset=utf-8", "*/*"])(
    "gives nothing for %j",
    (header) => expect(parseMediaType(header)).toBeUndefined(),
  );

  it("takes the last valid of several values, and keeps a charset of the same type", () => {
    expect(parseMediaType("text/plain, text/html")).toEqual({ essence: "text/html" });
    expect(parseMediaType("text/html;charset=koi8-r, text/html")).toEqual({
      essence: "text/html",
      charset: "koi8-r",
    });
    expect(parseMediaType("text/html;charset=koi8-r, text/css")).toEqual({ essence: "text/css" });
    expect(parseMediaType("text/html, bogus, */*")).toEqual({ essence: "text/html" });
    expect(parseMediaType('text/html;x=",";charset=gbk')).toEqual({
      essence: "text/html",
      charset: "gbk",
    });
  });

  it("answers whatever the header holds, however often and long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (header) => {
        const first = parseMediaType(header);
        expect(parseMediaType(header)).toEqual(first);
        expect(first?.essence ?? "a/b").toMatch(/^[^\s/;,]+\/[^\s/;,]+$/);
      }),
    );
    expect(parseMediaType(`text/html;${'a="'.repeat(20_000)}`)).toMatchObject(html);
    expect(parseMediaType(`text/html${",".repeat(50_000)}`)).toMatchObject(html);
    expect(parseMediaType(`text/html${" ".repeat(1_000_000)}x`)).toBeUndefined();
  });
});

describe("sniffMediaType without a declared type", () => {
  it.each([
    ["<!DOCTYPE html><p>", "text/html"],
    ["\n\t <!doctype HTML>", "text/html"],
    ["<html lang=en>", "text/html"],
    ["<!-- note -->", "text/html"],
    ["<p>", "text/html"],
    ["<a href=x>", "text/html"],
    ["<abbr>", "text/plain"],
    ["<html", "text/plain"],
    ['<?xml version="1.0"?>', "text/xml"],
    ["%PDF-1.7", "application/pdf"],
    ["%!PS-Adobe-3.0", "application/postscript"],
    ["\xfe\xff\x00h", "text/plain"],
    ["\xff\xfeh\x00", "text/plain"],
    ["\xef\xbb\xbfhello", "text/plain"],
    ["\xef\xbb\xbf\x01\x02", "text/plain"],
    ["\x00\x00\x01\x00\x01", "image/x-icon"],
    ["\x00\x00\x02\x00\x01", "image/x-icon"],
    ["BM\x36\x00\x00\x00", "image/bmp"],
    ["BMW sells cars", "text/plain"],
    ["GIF87a", "image/gif"],
    ["GIF89a", "image/gif"],
    ["RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp"],
    ["RIFF\x10\x00\x00\x00WAVE", "audio/wave"],
    ["RIFF\x10\x00\x00\x00AVI ", "video/avi"],
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf", "image/avif"],
    ["\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00isommp42", "video/mp4"],
    ["\x00\x00\x00\x17ftypmp42\x00\x00\x00\x00isommp4", "application/octet-stream"],
    ["\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm", "video/webm"],
    ["FORM\x00\x00\x00\x01AIFF", "audio/aiff"],
    ["ID3\x03\x00", "audio/mpeg"],
    ["OggS\x00", "application/ogg"],
    ["MThd\x00\x00\x00\x06", "audio/midi"],
    ["\x1f\x8b\x08\x00", "application/x-gzip"],
    ["PK\x03\x04\x14", "application/zip"],
    ["Rar!\x1a\x07\x00", "application/x-rar-compressed"],
    ["Rar!\x1a\x07\x01\x00", "application/x-rar-compressed"],
    [`\x10\x00${"\x00".repeat(32)}LP`, "application/vnd.ms-fontobject"],
    ["\x00\x01\x00\x00\x00\x0c", "font/ttf"],
    ["OTTO\x00\x0c", "font/otf"],
    ["ttcf\x00\x01", "font/collection"],
    ["wOFF\x00\x01", "font/woff"],
    ["wOF2\x00\x01", "font/woff2"],
    ["\x00asm\x01\x00", "application/wasm"],
    ["", "text/plain"],
    ["plain words", "text/plain"],
    ["caf\xe9 \x1b$B", "text/plain"],
    ["a\x00b", "application/octet-stream"],
    ["a\x0bb", "application/octet-stream"],
    ["a\x1ab", "application/octet-stream"],
    ['{"a": 1}', "application/json"],
    [' \n[{"a": 1}]', "application/json"],
    ["{}", "application/json"],
    ["[1] a footnote", "text/plain"],
    ["{ color: red }", "text/plain"],
    ['{"a": 1', "text/plain"],
  ])("tells %j", (start, expected) => {
    expect(sniffMediaType(bytes(start))).toBe(expected);
    expect(sniffMediaType(bytes(start), { essence: "application/unknown" })).toBe(expected);
  });

  it("tells MP3 by two frames in a row", () => {
    const frame = Buffer.alloc(417);
    frame.set([0xff, 0xfb, 0x90, 0x00]);
    expect(sniffMediaType(Buffer.concat([frame, frame]))).toBe("audio/mpeg");
    expect(sniffMediaType(Buffer.concat([frame, Buffer.alloc(417)]))).not.toBe("audio/mpeg");
  });

  it("tells large JSON without parsing it", () => {
    expect(sniffMediaType(bytes(`[${"1,".repeat(600_000)}1`))).toBe("application/json");
    expect(sniffMediaType(bytes(`[${"[".repeat(100_000)}`))).toBe("text/plain");
  });
});

describe("sniffMediaType of declared HTML", () => {
  it.each([
    ["%PDF-1.4\n", "application/pdf"],
    ["\x89PNG\r\n\x1a\n\x00", "image/png"],
    ["PK\x03\x04\x14", "application/zip"],
    ["\x1f\x8b\x08\x00", "application/x-gzip"],
    ["<p>text", "text/html"],
    ["just words", "text/html"],
    ["", "text/html"],
    ["<!doctype html>\x00\x01 stray", "text/html"],
    ['<?xml version="1.0"?><rss version="2.0">', "application/rss+xml"],
    ['<!-- a --> <!-- b --><feed xmlns="http://www.w3.org/2005/Atom">', "application/atom+xml"],
    ["\xef\xbb\xbf<rss>", "application/rss+xml"],
    ["<feedback>", "text/html"],
    [
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">',
      "application/rss+xml",
    ],
    ["<rdf:RDF>", "text/html"],
    ["{}", "text/html"],
  ])("reports %j as %s", (start, expected) => {
    expect(sniffMediaType(bytes(start), html)).toBe(expected);
  });

  it("reports bytes that no page has as an octet stream, but not UTF-16", () => {
    const noise = Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 73 + 91) % 256));
    expect(sniffMediaType(noise, html)).toBe("application/octet-stream");
    const page = `<!doctype html><title>Page</title>${"<p>words".repeat(20)}`;
    expect(sniffMediaType(Buffer.from(page, "utf16le"), html)).toBe("text/html");
    expect(sniffMediaType(Buffer.from(`Hello ${page}`, "utf16le"), html)).toBe("text/html");
    expect(sniffMediaType(bytes(page), html)).toBe("text/html");
  });

  it("ends at once on a thousand comments without a root", () => {
    expect(sniffMediaType(bytes("<!----> ".repeat(1000)), html)).toBe("text/html");
    expect(sniffMediaType(bytes("<!".repeat(100_000)), html)).toBe("text/html");
  });
});

describe("sniffMediaType of other declared types", () => {
  it.each([
    ["text/plain", "<html><p>", "text/plain"],
    ["text/plain", '{"a": 1}', "text/plain"],
    ["text/plain", "\x00\x01\x02", "application/octet-stream"],
    ["text/plain", "%PDF-1.4\n\x00", "application/pdf"],
    ["text/plain", "\xff\xfea\x00", "text/plain"],
    ["application/octet-stream", "%PDF-1.4", "application/pdf"],
    ["application/octet-stream", "<html>", "application/octet-stream"],
    ["application/xhtml+xml", "<html >", "application/xhtml+xml"],
    ["application/rss+xml", "<html>", "application/rss+xml"],
    ["image/svg+xml", "\x89PNG\r\n\x1a\n", "image/svg+xml"],
    ["image/png", "\xff\xd8\xff", "image/jpeg"],
    ["image/png", "<html>", "image/png"],
    ["image/png", "ID3\x03\x00", "image/png"],
    ["audio/mpeg", "OggS\x00", "application/ogg"],
    ["video/mp4", "\x1f\x8b\x08", "video/mp4"],
    ["application/json", "<html>", "application/json"],
    ["text/css", "%PDF-", "text/css"],
  ])("keeps or corrects %s for %j", (essence, start, expected) => {
    expect(sniffMediaType(bytes(start), { essence })).toBe(expected);
  });

  it("sniffs text/plain only under the charsets that old servers put on everything", () => {
    const binary = bytes("\x00\x01\x02");
    const sniffed = (charset: string): string =>
      sniffMediaType(binary, { essence: "text/plain", charset });
    expect(sniffed("utf-8")).toBe("application/octet-stream");
    expect(sniffed("iso-8859-1")).toBe("application/octet-stream");
    expect(sniffed("koi8-r")).toBe("text/plain");
  });
});
