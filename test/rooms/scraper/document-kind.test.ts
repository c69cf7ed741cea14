import { describe, expect, it } from "vitest";
import { documentKind } from "../../../src/scraper/document-kind.ts";

describe("documentKind", () => {
  it.each([
    ["text/html", "", "html"],
    ["application/xhtml+xml", "", "html"],
    ["application/rss+xml", "", "feed"],
    ["application/atom+xml", "", "feed"],
    ["text/xml", `<?xml version="1.0"?><rss version="2.0">`, "feed"],
    ["application/xml", `<feed xmlns="http://www.w3.org/2005/Atom">`, "feed"],
    ["application/xml", `<rdf:RDF xmlns:rdf="x">`, "feed"],
    ["application/xml", `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">`, "html"],
    ["application/xml", `<urlset>`, "xml"],
    ["image/svg+xml", "<svg>", "image"],
    ["application/json", "", "json"],
    ["application/ld+json", "", "json"],
    ["text/markdown", "", "markdown"],
    ["text/plain", "", "text"],
    ["text/csv", "", "text"],
    ["application/pdf", "", "pdf"],
    ["image/png", "", "image"],
    ["application/zip", "", undefined],
    ["application/octet-stream", "", undefined],
    ["video/mp4", "", undefined],
  ])("of %s starting with %j is %s", (type, start, kind) => {
    expect(documentKind(type, start)).toBe(kind);
  });
});
