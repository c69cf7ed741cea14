/** Bytes that begin a format: text, `?` for any byte, `\xNN` for others, as latin1. */
type Signature = readonly [start: string, essence: string];

/** MIME Sniffing, 7.1, table of scriptable types: after white space, any case. */
const MARKUP =
  /^[\t\n\f\r ]*(?:<(?:!DOCTYPE HTML|HTML|HEAD|SCRIPT|IFRAME|H1|DIV|FONT|TABLE|A|STYLE|TITLE|B|BODY|BR|P)[ >]|<!--)/i;
const XML = /^[\t\n\f\r ]*<\?xml/;

/**
 * MIME Sniffing, 6.1 to 6.4 and 7.1; after them formats that the standard does not know. Order
 * matters only where one start includes another.
 */
const SIGNATURES: readonly Signature[] = [
  ["%PDF-", "application/pdf"],
  ["%!PS-Adobe-", "application/postscript"],
  ["\x00\x00\x01\x00", "image/x-icon"],
  ["\x00\x00\x02\x00", "image/x-icon"],
  ["BM", "image/bmp"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["RIFF????WEBPVP", "image/webp"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["FORM????AIFF", "audio/aiff"],
  ["ID3", "audio/mpeg"],
  ["OggS\x00", "application/ogg"],
  ["MThd\x00\x00\x00\x06", "audio/midi"],
  ["RIFF????AVI ", "video/avi"],
  ["RIFF????WAVE", "audio/wave"],
  ["\x1f\x8b\x08", "application/x-gzip"],
  ["PK\x03\x04", "application/zip"],
  ["Rar!\x1a\x07", "application/x-rar-compressed"],
  ["\x00\x01\x00\x00", "font/ttf"],
  ["OTTO", "font/otf"],
  ["ttcf", "font/collection"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
  ["II*\x00", "image/tiff"],
  ["MM\x00*", "image/tiff"],
  ["fLaC", "audio/flac"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  ["(\xb5/\xfd", "application/zstd"],
  ["\x00asm", "application/wasm"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"],
];

/** Signatures made of letters alone, which a text may start with by accident. */
const TEXTLIKE = new Set(["BM", "ID3", "OTTO", "ttcf", "wOFF", "wOF2", "fLaC"]);

/** HTML or XML by its first tag; undefined for anything else. */
export function identifyMarkup(header: Uint8Array): string | undefined {
  const text = latin1(header);
  if (MARKUP.test(text)) return "text/html";
  return XML.test(text) ? "text/xml" : undefined;
}

/** The type of a binary format (or PDF or PostScript) by its first bytes. */
export function identifyBinary(header: Uint8Array): string | undefined {
  const text = latin1(header);
  const signature = SIGNATURES.find(([start]) => startsWith(text, start));
  if (signature !== undefined && (!TEXTLIKE.has(signature[0]) || header.some(isBinaryByte))) {
    return signature[1];
  }
  return identifyContainer(text) ?? (isMp3(header) ? "audio/mpeg" : undefined);
}

/** A byte that no text has (MIME Sniffing, 3, "binary data byte"). */
export function isBinaryByte(byte: number): boolean {
  return byte < 0x20 && (byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte !== 0x1b));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function startsWith(text: string, start: string): boolean {
  if (!start.includes("?")) return text.startsWith(start);
  const [head = "", , , , tail = ""] = start.split("?");
  return text.startsWith(head) && text.startsWith(tail, head.length + 4);
}

/** Formats told by a name inside their first box or element (MIME Sniffing, 6.2.1 and 6.2.2). */
function identifyContainer(text: string): string | undefined {
  if (text.startsWith("\x1a\x45\xdf\xa3")) {
    return /\x42\x82[\s\S]{1,8}?webm/.test(text.slice(0, 60)) ? "video/webm" : undefined;
  }
  if (text.startsWith("LP", 34) && text.startsWith("\x00\x00", 2)) {
    return "application/vnd.ms-fontobject";
  }
  return text.startsWith("ftyp", 4) ? identifyBrands(text) : undefined;
}

function identifyBrands(text: string): string | undefined {
  const size = [0, 1, 2, 3].reduce((sum, index) => sum * 256 + text.charCodeAt(index), 0);
  if (size < 12 || size % 4 !== 0) return undefined;
  const [major = "", , ...compatible] = text.slice(8, size).match(/[\s\S]{4}/g) ?? [];
  const brands = [major, ...compatible];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "image/avif";
  if (/^(?:heic|heix|hevc|mif1|msf1)$/.test(major)) return "image/heic";
  if (major.startsWith("M4A")) return "audio/mp4";
  return brands.some((brand) => /^(?:mp4|iso|M4V|qt )/.test(brand)) ? "video/mp4" : undefined;
}

const KBPS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** By the two bits of the version; 1 is reserved. */
const VERSIONS = [
  { kbps: KBPS.mpeg2, hertz: [11_025, 12_000, 8000], scale: 72 },
  undefined,
  { kbps: KBPS.mpeg2, hertz: [22_050, 24_000, 16_000], scale: 72 },
  { kbps: KBPS.mpeg1, hertz: [44_100, 48_000, 32_000], scale: 144 },
];

/** Two MP3 frames in a row (MIME Sniffing, 6.2.3). */
function isMp3(header: Uint8Array): boolean {
  const length = mp3FrameLength(header, 0);
  return length !== undefined && mp3FrameLength(header, length) !== undefined;
}

/** The length in bytes of the MP3 frame at `offset`; undefined when there is none. */
function mp3FrameLength(bytes: Uint8Array, offset: number): number | undefined {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(offset, offset + 3);
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return undefined;
  const version = VERSIONS[(kind >> 3) & 3];
  const hertz = version?.hertz[(rates >> 2) & 3];
  const kbps = version?.kbps[rates >> 4];
  if (!version || !hertz || !kbps) return undefined;
  return Math.floor((kbps * 1000 * version.scale) / hertz) + ((rates >> 1) & 1);
}
