import { isIP } from "node:net";
import { withDefaults } from "../core/index.ts";
import { isMetadataIp, judgeIp } from "./address.ts";
import { parseAllowList, type AllowList } from "./allow-list.ts";
import { bareHost, hostOf, isMetadataName, refusedName } from "./host.ts";
import { parseIp } from "./ip.ts";
import { NetError } from "./net-error.ts";

/** What a guard lets through besides the public internet. */
export interface AddressGuardOptions {
  /**
   * Hosts that the operator trusts although they are not public: host names (`intranet`), every
   * name below a domain (`*.example.internal`), addresses (`10.1.2.3`, `fd00::1`) and CIDRs
   * (`10.0.0.0/8`). A listed name may resolve to anything; a listed address may be reached under
   * any name. Cloud metadata addresses and names stay refused whatever is listed.
   * @default []
   */
  readonly allow?: readonly string[];
}

const defaults: Required<AddressGuardOptions> = Object.freeze({
  allow: [],
});

/** Says which hosts may be connected to. Pure: it resolves nothing and opens nothing. */
export interface AddressGuard {
  /**
   * Judges what can be known from a parsed URL: scheme, credentials, name or literal address.
   * @throws NetError `INVALID_URL` for another scheme than http and https, or a user name or
   *   password; `ADDRESS_NOT_ALLOWED` for a refused name or address
   */
  checkUrl(url: URL): void;
  /**
   * Judges what a name resolved to. One refused answer refuses them all, since which of them
   * would be connected to is chance.
   * @throws NetError `ADDRESS_NOT_ALLOWED` for a refused or malformed answer, for none, and for
   *   more than 16
   */
  checkAnswers(hostname: string, addresses: readonly string[]): void;
}

/** More answers than any honest name has; a bound on the work that a stranger's DNS can cause. */
const MOST_ANSWERS = 16;

/**
 * Makes a guard that lets only the public internet through, and what `allow` lists.
 * @throws NetError `INVALID_ALLOW_ENTRY`; CoreError `INVALID_OPTION`
 */
export function createAddressGuard(options?: AddressGuardOptions): AddressGuard {
  const allowed = parseAllowList(withDefaults(defaults, options).allow);
  return {
    checkUrl: (url) => checkUrl(url, allowed),
    checkAnswers: (hostname, addresses) => checkAnswers(bareHost(hostname), addresses, allowed),
  };
}

function checkUrl(url: URL, allowed: AllowList): void {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw invalidUrl(`Expected an http or https URL; got the scheme '${url.protocol}'.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidUrl(`The URL of ${shown(hostOf(url))} must not contain a user name or password.`);
  }
  const host = hostOf(url);
  if (isIP(host) === 0) {
    const reason = nameRefusal(host, allowed);
    if (reason === undefined) return;
    throw notAllowed({ host, reason }, `${shown(host)} is ${withArticle(reason)} name`);
  }
  const reason = refusal(host, allowed);
  if (reason === undefined) return;
  throw notAllowed({ host, address: host, reason }, `${host} is ${withArticle(reason)} address`);
}

function checkAnswers(host: string, addresses: readonly string[], allowed: AllowList): void {
  if (isMetadataName(host)) {
    throw notAllowed(
      { host, reason: "metadata" },
      `${shown(host)} is the name of a cloud metadata service`,
    );
  }
  if (addresses.length === 0) {
    throw notAllowed(
      { host, reason: "unresolved" },
      `${shown(host)} does not resolve to an address`,
    );
  }
  if (addresses.length > MOST_ANSWERS) {
    const claim = `${shown(host)} resolves to ${addresses.length} addresses; at most ${MOST_ANSWERS} are accepted`;
    throw notAllowed({ host, reason: "crowded" }, claim);
  }
  const trusted = allowed.hasName(host);
  for (const address of addresses) {
    const reason = refusal(address, allowed, trusted);
    if (reason === undefined) continue;
    const claim = `${shown(host)} resolves to ${shown(address)}, which is ${withArticle(reason)} address`;
    throw notAllowed({ host, address, reason }, claim);
  }
}

function nameRefusal(name: string, allowed: AllowList): string | undefined {
  const reason = refusedName(name);
  const settled = reason === undefined || reason === "metadata" || reason === "malformed";
  return settled || !allowed.hasName(name) ? reason : undefined;
}

function refusal(address: string, allowed: AllowList, trusted = false): string | undefined {
  const ip = parseIp(address);
  if (ip === undefined) return "malformed";
  const { reason } = judgeIp(ip);
  if (reason === undefined || isMetadataIp(ip)) return reason;
  return trusted || allowed.hasIp(ip) ? undefined : reason;
}

interface Refusal {
  readonly host: string;
  readonly address?: string;
  readonly reason: string;
}

/** What follows the claim where no allow-list helps. */
const FINAL: Readonly<Record<string, string>> = {
  metadata: " and never allowed, even with the option allow",
  malformed: " and not allowed",
  unresolved: "",
  crowded: "",
};

function notAllowed(details: Refusal, claim: string): NetError {
  const host = shown(details.host);
  const rest =
    FINAL[details.reason] ??
    ` and not allowed; allow it with the option allow: ['${host}'] (CLI: --allow-host ${host})`;
  return new NetError("ADDRESS_NOT_ALLOWED", { message: `${claim}${rest}.`, details });
}

function invalidUrl(message: string): NetError {
  return new NetError("INVALID_URL", { message });
}

function withArticle(adjective: string): string {
  return `${/^[aeiou]/i.test(adjective) ? "an" : "a"} ${adjective}`;
}

/** Names come from strangers and may be huge. */
function shown(host: string): string {
  return host.length > 253 ? `${host.slice(0, 253)}…` : host;
}
