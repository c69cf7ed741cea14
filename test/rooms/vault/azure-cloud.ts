import type { IncomingMessage, ServerResponse } from "node:http";
import { createSite, type Site } from "dragline/testing";
import { createAzureKeyVault, type AzureKeyVaultOptions, type VaultAccess } from "dragline/vault";
import { createCertificate } from "../../certificates.ts";
import { createInternet, type Internet } from "../fetcher/internet.ts";

/** Secrets that must show up nowhere. */
export const secrets = {
  client: "canary-client~secret.8Q",
  token: "canary-token-ey0.abcdef.ghijkl",
  value: "canary-value-p4ssw0rd!",
  tag: "canary-tag-alice@example.com",
};

export const TENANT = "11111111-2222-3333-4444-555555555555";
export const CLIENT = "66666666-7777-8888-9999-000000000000";
export const VAULT = "https://logins.vault.azure.net";
export const VERSION = "0123456789abcdef0123456789abcdef";

/** What a request is answered with, in place of the honest answer. */
export type Play = (request: IncomingMessage, response: ServerResponse) => void;

/** A sign-in and key vaults on loopback; each host's play can be set. */
export interface AzureCloud extends AsyncDisposable {
  readonly site: Site;
  readonly internet: Internet;
  readonly ca: string;
  /** Answers of the sign-in, in place of a token. */
  login: Play | undefined;
  /** Looks at what is sent to the sign-in; undefined goes on. */
  judge: (body: string) => Play | undefined;
  /** Answers of vaults behind the challenge, in place of their secrets; undefined goes on. */
  vault: ((url: URL) => Play | undefined) | undefined;
  /** The answer to a vault's request without a token, in place of the challenge. */
  challenge: Play | undefined;
}

export const HOSTS = [
  "logins.vault.azure.net",
  "empty.vault.azure.net",
  "closed.vault.azure.net",
  "agency.vault.usgovcloudapi.net",
  "beijing.vault.azure.cn",
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.chinacloudapi.cn",
];

/** Secrets that the vault `logins` holds. */
const held = Array.from({ length: 60 }, (_, index) => `secret-${String(index).padStart(2, "0")}`);

export async function createAzureCloud(): Promise<AzureCloud> {
  const { key, cert, ca } = await createCertificate({ names: HOSTS });
  const site = await createSite(
    { "*": (request, response) => serve(cloud, request, response) },
    {
      tls: { key, cert },
    },
  );
  const internet = createInternet(Object.fromEntries(HOSTS.map((host) => [host, site])), {
    "private.vault.azure.net": ["10.0.0.7"],
  });
  const cloud: AzureCloud = {
    site,
    internet,
    ca,
    login: undefined,
    judge: () => undefined,
    vault: undefined,
    challenge: undefined,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
  return cloud;
}

/** The provider over the cloud. */
export function azureOver({ internet, ca }: AzureCloud, options: AzureKeyVaultOptions = {}) {
  const { resolver, dialer } = internet;
  return createAzureKeyVault({ resolver, dialer }, { ca, ...options });
}

export function accessTo(...urls: readonly string[]): VaultAccess {
  const vault_urls = (urls.length === 0 ? [VAULT] : urls).join("\n");
  const fields = {
    tenant_id: TENANT,
    client_id: CLIENT,
    client_secret: secrets.client,
    vault_urls,
  };
  return { method: "service_principal", fields };
}

/** A JSON answer. */
export function says(status: number, body: unknown, headers: Record<string, string> = {}): Play {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** An error of a vault, with a canary where its text may repeat what was asked. */
export function vaultError(status: number, code: string, headers?: Record<string, string>): Play {
  return says(status, { error: { code, message: `${secrets.value} ${secrets.token}` } }, headers);
}

/** An error of the sign-in. */
export function loginError(status: number, error: string, number: number): Play {
  const error_description = `AADSTS${number}: no. Sent: ${secrets.client}`;
  return says(status, { error, error_description, error_codes: [number] });
}

function serve(cloud: AzureCloud, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", `https://${request.headers.host}`);
  const isLogin = url.host.startsWith("login.");
  let body = "";
  request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
  request.once("end", () => {
    const play = isLogin
      ? (cloud.judge(body) ?? cloud.login ?? token)
      : vaultPlay(cloud, url, request);
    play(request, response);
  });
}

const token: Play = (request, response) => {
  if (request.method !== "POST") {
    const origin = `https://${request.headers.host}/${TENANT}`;
    const configuration = {
      issuer: `${origin}/v2.0`,
      authorization_endpoint: `${origin}/oauth2/v2.0/authorize`,
      token_endpoint: `${origin}/oauth2/v2.0/token`,
      jwks_uri: `${origin}/discovery/v2.0/keys`,
    };
    says(200, configuration)(request, response);
    return;
  }
  says(200, { token_type: "Bearer", expires_in: 3599, access_token: secrets.token })(
    request,
    response,
  );
};

function vaultPlay(cloud: AzureCloud, url: URL, request: IncomingMessage): Play {
  if (request.headers.authorization !== `Bearer ${secrets.token}`) {
    return cloud.challenge ?? challengeOf(url.host.replace(/^[^.]+\./, ""));
  }
  if (url.host.startsWith("closed.")) return vaultError(403, "Forbidden");
  return cloud.vault?.(url) ?? secretsPlay(url);
}

/** The challenge of a vault. */
export function challengeOf(domain: string, tenant = TENANT, login = "login.windows.net"): Play {
  const challenge = `Bearer authorization="https://${login}/${tenant}", resource="https://${domain}"`;
  return says(401, { error: { code: "Unauthorized" } }, { "www-authenticate": challenge });
}

function secretsPlay(url: URL): Play {
  const [, kind, key, version = VERSION] = url.pathname.split("/");
  if (kind !== "secrets") return vaultError(404, "NotFound");
  if (key === undefined || key === "") return listPlay(url);
  const isThere = held.includes(key) && (version === "" || version === VERSION);
  return isThere ? says(200, bundle(url.origin, key)) : vaultError(404, "SecretNotFound");
}

function bundle(origin: string, key: string): object {
  const tags = key === "secret-00" ? { username: secrets.tag, __proto__tag: "x" } : undefined;
  return {
    value: secrets.value,
    id: `${origin}/secrets/${key}/${VERSION}`,
    attributes: { enabled: true, created: 1_700_000_000, updated: 1_700_000_001 },
    contentType: "password",
    tags,
  };
}

function listPlay(url: URL): Play {
  const names = url.host.startsWith("empty.") ? [] : held;
  const from = Number(url.searchParams.get("$skiptoken") ?? 0);
  const size = Math.min(25, Number(url.searchParams.get("maxresults") ?? 25));
  const value = names.slice(from, from + size).map((key) => {
    const { value: _value, id: _id, ...told } = bundle(url.origin, key) as Record<string, unknown>;
    return { id: `${url.origin}/secrets/${key}`, ...told };
  });
  const next = `${url.origin}/secrets?api-version=7.6&$skiptoken=${from + size}&maxresults=${size}`;
  return says(200, { value, nextLink: from + size < names.length ? next : null });
}
