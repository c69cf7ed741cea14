/** Names under which clouds serve credentials; no allow-list re-enables them or what is below. */
const METADATA_NAMES = new Set([
  "metadata",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
]);

/** Names that never belong to the public DNS, with everything below them. */
const LOCAL_SUFFIXES = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "home.arpa",
  "onion",
  "svc",
  "cluster.local",
];

/** RFC 1035 (2.3.4): a name has at most 253 characters in text, a label at most 63. */
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** The host of a URL as it is judged and resolved: no brackets, no trailing dot. */
export function hostOf(url: URL): string {
  return bareHost(url.hostname);
}

/** Lower case, without the brackets of IPv6 and without one trailing dot. */
export function bareHost(text: string): string {
  const name = text.toLowerCase();
  if (name.startsWith("[") && name.endsWith("]")) return name.slice(1, -1);
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** Why a host name (not an address) is refused, as an adjective; undefined when it is public. */
export function refusedName(name: string): string | undefined {
  if (isMetadataName(name)) return "metadata";
  const labels = name.split(".");
  const wellFormed = labels.every(({ length }) => length > 0 && length <= LONGEST_LABEL);
  if (!wellFormed || name.length > LONGEST_NAME) return "malformed";
  if (LOCAL_SUFFIXES.some((suffix) => isAtOrBelow(name, suffix))) return "local";
  return labels.length === 1 ? "single-label" : undefined;
}

/** Whether the name, or a name above it, is one that serves a cloud's metadata. */
export function isMetadataName(name: string): boolean {
  for (let rest = name; rest !== "";) {
    if (METADATA_NAMES.has(rest)) return true;
    const dot = rest.indexOf(".");
    rest = dot === -1 ? "" : rest.slice(dot + 1);
  }
  return false;
}

function isAtOrBelow(name: string, suffix: string): boolean {
  return name === suffix || name.endsWith(`.${suffix}`);
}
