import { isUtf8 } from "node:buffer";

/**
 * The text of an HTML file, in the encoding that a browser would find without a header. The
 * detection, and with it the fetcher, is loaded only when a glance does not tell.
 */
export async function decodePage(bytes: Buffer): Promise<string> {
  if (isPlainlyUtf8(bytes)) return new TextDecoder().decode(bytes);
  const { decodeText, detectCharset } = await import("../../fetcher/index.ts");
  const { charset } = detectCharset(bytes, { contentType: { essence: "text/html" } });
  return decodeText(bytes, charset);
}

/** Whether it is valid, nothing in it names another encoding, and no zero or escape hints at one. */
function isPlainlyUtf8(bytes: Buffer): boolean {
  if (!isUtf8(bytes) || bytes.includes(0) || bytes.includes(ESCAPE)) return false;
  const named = bytes
    .toString("latin1")
    .matchAll(/(?:charset|encoding)\s*=\s*["']?\s*([^\s"'>;/?]*)/gi);
  return [...named].every(([, name = ""]) => /^utf-?8$/i.test(name));
}

const ESCAPE = 0x1b;
