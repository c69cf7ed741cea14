import { TextDecoder as LegacyDecoder, getBOMEncoding } from "@exodus/bytes/encoding.js";
import { concatBytes } from "../../core/index.ts";

/** How far an XML declaration can reach. */
const HEAD = 1024;

/**
 * The text of a sitemap as it comes: by its byte order mark, else the charset that Content-Type
 * names (RFC 7303, 3.2), else the XML declaration, else UTF-8. Unknown names are ignored; what is
 * invalid becomes U+FFFD.
 */
export async function* sitemapText(
  bytes: AsyncIterable<Uint8Array>,
  charset: string | undefined,
): AsyncGenerator<string> {
  let head: Uint8Array[] | undefined = [];
  let length = 0;
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    if (decoder !== undefined) yield decoder.decode(chunk, STREAM);
    else {
      head.push(chunk);
      length += chunk.length;
      if (length < HEAD) continue;
      const whole = concatBytes(head, length);
      decoder = decoderOf(whole, charset);
      head = [];
      yield decoder.decode(whole, STREAM);
    }
  }
  const rest = concatBytes(head, decoder === undefined ? length : 0);
  decoder ??= decoderOf(rest, charset);
  yield decoder.decode(rest);
}

const STREAM = Object.freeze({ stream: true });

function decoderOf(head: Uint8Array, charset: string | undefined): TextDecoder {
  const labels = [getBOMEncoding(head) ?? undefined, charset, declared(head), "utf-8"];
  for (const label of labels) {
    const decoder = label === undefined ? undefined : decoderNamed(label);
    if (decoder !== undefined) return decoder;
  }
  return new TextDecoder();
}

function decoderNamed(label: string): TextDecoder | undefined {
  try {
    const decoder = new LegacyDecoder(label);
    // Node's own is the quickest at UTF-8; before Node 24 it is wrong about windows-1252.
    return decoder.encoding === "utf-8" ? new TextDecoder() : decoder;
  } catch {
    return undefined;
  }
}

/** What the zeros of `<?` or the XML declaration (XML 1.0, F.1) say. */
function declared(head: Uint8Array): string | undefined {
  const [first, second] = head;
  if (first === 0x3c && second === 0) return "utf-16le";
  if (first === 0 && second === 0x3c) return "utf-16be";
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, HEAD));
  const declaration = /^\s*<\?xml[^>]*>/.exec(start.toString("latin1"))?.[0] ?? "";
  const label = /encoding\s*=\s*["']([\w.:-]{1,64})["']/.exec(declaration)?.[1];
  // Read byte by byte, it cannot be in UTF-16.
  return label === undefined || /^utf-?16/i.test(label) ? undefined : label;
}
