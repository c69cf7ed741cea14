import type { RecordedCase } from "../format/action-schema.ts";

/** A request and what was answered to it. */
export type CaseExchange = RecordedCase["exchanges"][number];

/** What a server sends. */
export interface CaseAnswer {
  readonly status: number;
  /** Names in lower case; with a content type where there is a body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype\s+html|html)\b/i, "text/html; charset=utf-8"],
  [/^\s*<(?:\?xml|rss|feed|urlset|sitemapindex)\b/i, "application/xml; charset=utf-8"],
  [/^\s*</, "text/html; charset=utf-8"],
];

/** The answer as bytes. Text without a content type is HTML or XML when it looks like it, else plain. */
export function caseAnswer({
  status,
  headers = {},
  json,
  text,
}: CaseExchange["answer"]): CaseAnswer {
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const type = json === undefined ? textType(text) : "application/json; charset=utf-8";
  const content = json === undefined ? (text ?? "") : JSON.stringify(json);
  return {
    status,
    headers: { ...(type !== undefined && { "content-type": type }), ...given },
    body: new TextEncoder().encode(content),
  };
}

function textType(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "text/plain; charset=utf-8";
}
