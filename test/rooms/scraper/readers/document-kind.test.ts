import { describe, expect, it } from "vitest";
import { documentKind } from "../../../../src/scraper/readers/document-kind.ts";

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
    ["application/feed+json", "", "feed"],
    ["application/json", `{ "version": "https://jsonfeed.org/version/1.1", "title": "T"`, "feed"],
    ["application/json", `{"title":"T","version":"https:\\/\\/jsonfeed.org\\/version\\/1"`, "feed"],
    ["application/json", `{"version":"1","text":"see https://jsonfeed.org/version/1"`, "json"],
    ["text/html", `<?xml version="1.0"?>\n<!-- c --><rss version="2.0">`, "feed"],
    ["text/html", `<!-- <rss> --><!doctype html><html>`, "html"],
    ["text/plain", `<feed xmlns="http://www.w3.org/2005/Atom">`, "feed"],
    ["text/plain", `to read a feed, write <rss>`, "feed"],
    ["application/xml", `<a:feed xmlns:a="http://www.w3.org/2005/Atom">`, "feed"],
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
