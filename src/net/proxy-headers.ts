/** RFC 9110 (7.6.1) and the fields between a client and its proxy (11.7): not passed on. */
const HOP_BY_HOP = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "proxy-authenticate",
  "proxy-authentication-info",
  "proxy-authorization",
  // Node has answered it already.
  "expect",
]);

/** Fields that frame and address a message; a Connection field may not take them away. */
const KEPT = ["content-length", "host"];

/** Methods for which Node adds no framing of its own when a request has no body. */
const BODILESS = new Set(["GET", "HEAD", "DELETE", "OPTIONS"]);

/** Names and values in turn, as in Node's `rawHeaders`; order and spelling are kept. */
type RawHeaders = readonly string[];

/** A request's head, as far as its fields depend on it. */
interface RequestHead {
  readonly method: string;
  /** The website's host and port as they stand in the URL. */
  readonly host: string;
  readonly headers: RawHeaders;
  /** The protocol to ask for, if any. */
  readonly upgrade?: string | undefined;
}

/**
 * The fields that a website gets: with the URL's host whatever the client's Host says, and with a
 * Connection field where a browser without a proxy has it.
 */
export function requestHeaders(head: RequestHead): string[] {
  const ours = ownFields(head);
  const dropped = hopByHop(head.headers);
  const fields = has(head.headers, "host") ? [] : [["Host", head.host]];
  for (const [name, value] of pairs(head.headers)) {
    const own = ours.get(name.toLowerCase());
    if (own === undefined) {
      if (!dropped.has(name.toLowerCase())) fields.push([name, value]);
    } else if (!fields.includes(own)) fields.push(own);
  }
  const framed = has(head.headers, "content-length") || has(head.headers, "transfer-encoding");
  if (!framed && !BODILESS.has(head.method)) fields.push(["Content-Length", "0"]);
  return fields.flat();
}

/** By the name of a client's field, the one that stands in its place, once. */
function ownFields({ host, upgrade }: RequestHead): ReadonlyMap<string, string[]> {
  const connection = ["Connection", upgrade === undefined ? "keep-alive" : "Upgrade"];
  const fields = new Map([
    ["host", ["Host", host]],
    ["connection", connection],
    ["proxy-connection", connection],
    ["transfer-encoding", ["Transfer-Encoding", "chunked"]],
  ]);
  return upgrade === undefined ? fields : fields.set("upgrade", ["Upgrade", upgrade]);
}

/** The fields of a response that are meant for the client. */
export function responseHeaders(headers: RawHeaders): string[] {
  const dropped = hopByHop(headers);
  return pairs(headers)
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .flat();
}

function hopByHop(headers: RawHeaders): ReadonlySet<string> {
  const names = new Set(HOP_BY_HOP);
  for (const [name, value] of pairs(headers)) {
    if (!/^(?:proxy-)?connection$/i.test(name)) continue;
    for (const nominated of value.split(",")) names.add(nominated.trim().toLowerCase());
  }
  for (const name of KEPT) names.delete(name);
  return names;
}

function has(headers: RawHeaders, key: string): boolean {
  return pairs(headers).some(([name]) => name.toLowerCase() === key);
}

function pairs(headers: RawHeaders): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    list.push([headers[at] ?? "", headers[at + 1] ?? ""]);
  }
  return list;
}
