import { onBehalfOf, type Clock } from "../../core/index.ts";
import type { RateLimiter } from "../../rate-limiter/index.ts";
import type { DiskSpace } from "../../storage/fs/index.ts";
import type { AccountBound } from "../base/account-bound.ts";
import type { Accounts, Keys } from "../accounts/accounts.ts";
import type { RequestFacts } from "../base/service.ts";
import { isServiceError, ServiceError } from "../base/service-error.ts";
import type { ServiceSettings } from "../base/service-settings.ts";
import { apiKey, queryApiKey } from "./api-key.ts";
import { publicBaseUrl, requestBaseUrl } from "./base-url.ts";
import { clientAddress, clientNetwork } from "./client-address.ts";
import { enforceLimit, type Counted, type LimitedRoute } from "./enforce-limit.ts";
import { readBody, type BodyCall } from "./read-body.ts";
import type { Caller, CallContext, Route, RouteFacts } from "./route.ts";
import type { FoundRoute } from "./route-table.ts";
import type { IsTrusted } from "./trusted-proxies.ts";
import { tellUnknownFields } from "./unknown-fields.ts";
import { validate } from "./validate.ts";

/** What calls are handled with. */
export interface CallParts {
  readonly accounts: Pick<Accounts, "get">;
  readonly keys: Pick<Keys, "find">;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** Counts the calls of an account that have no answer yet. */
  readonly underWay: AccountBound;
  readonly settings: ServiceSettings;
  readonly isTrusted: IsTrusted;
  /** Says whether there is room for new work. */
  readonly disk?: Pick<DiskSpace, "check"> | undefined;
}

/** A call whose route is known. */
interface IncomingCall<Outcome> extends FoundRoute<Outcome> {
  readonly request: Request;
  readonly facts: RequestFacts;
  readonly requestId: string;
  /** Aborts when the client has gone or the service is disposed. */
  readonly signal: AbortSignal;
  /** Is told the fields of query and body that nobody reads. */
  readonly ignored: string[];
}

/**
 * Takes a call through the checks in their order (decisions, 0.2) to its use case, which makes the
 * checks of its own.
 * @throws ServiceError, whatever the use case throws, the signal's reason
 */
export async function handleCall<Outcome>(
  parts: CallParts,
  call: IncomingCall<Outcome>,
): Promise<Outcome> {
  const { route, request, facts } = call;
  const ip = clientAddress(facts.remoteAddress, request.headers, parts.isTrusted);
  const checks: Checks<Outcome> = { parts, call, ip };
  if (route.access === "open") return await takeOpen(checks, route);
  if (route.access === "public") {
    await count(checks, route, undefined);
    return await use(checks, route, { caller: undefined, body: undefined });
  }
  const caller = await authenticate(parts, call);
  if (!("choose" in route)) {
    await count(checks, route, caller);
    return await use(checks, route, { caller, body: undefined });
  }
  const chosen = route.choose(await readBody({ ...call, clock: parts.clock }));
  await count(checks, chosen.route, caller);
  return await use(checks, chosen.route, { caller, body: chosen.body });
}

/** With a key the caller is counted, where the route says so; else the address is, before the key is looked at. */
async function takeOpen<Outcome>(
  checks: Checks<Outcome>,
  route: Extract<Route<Outcome>, { readonly access: "open" }>,
): Promise<Outcome> {
  const { parts, call } = checks;
  const hasKey = call.facts.account !== undefined || keyOf(call) !== "";
  const { keyedLimit } = route;
  if (!hasKey || keyedLimit === undefined) await count(checks, route, undefined);
  const caller = hasKey ? await authenticate(parts, call) : undefined;
  if (hasKey && keyedLimit !== undefined) {
    await count(checks, { ...route, limit: keyedLimit }, caller);
  }
  return await use(checks, route, { caller, body: undefined });
}

interface Checks<Outcome> {
  readonly parts: CallParts;
  readonly call: IncomingCall<Outcome>;
  readonly ip: string;
}

async function authenticate(parts: CallParts, call: IncomingCall<unknown>): Promise<Caller> {
  if (call.facts.account !== undefined) return await knownByHost(parts, call.facts.account, call);
  const text = keyOf(call);
  if (text === "") throw unauthorized("An API key is required in the header X-API-Key.");
  const key = await parts.keys.find(text, { signal: call.signal });
  if (key === undefined) throw unauthorized("The API key is unknown or was revoked.");
  return { account: key.account, key: key.id };
}

async function knownByHost(
  { accounts }: CallParts,
  account: string,
  { signal }: IncomingCall<unknown>,
): Promise<Caller> {
  try {
    const { id } = await accounts.get(account, { signal });
    return { account: id, key: `host:${id}` };
  } catch (error) {
    if (!isServiceError(error, "NOT_FOUND")) throw error;
    throw unauthorized("There is no account with the id that the host passed.");
  }
}

function keyOf({
  request,
  route,
}: {
  readonly request: Request;
  readonly route: Pick<RouteFacts, "keyInQuery">;
}): string {
  const key = apiKey(request.headers);
  return key === "" && route.keyInQuery === true ? queryApiKey(request.url) : key;
}

function count(
  { parts, call, ip }: Checks<unknown>,
  route: LimitedRoute,
  caller: Caller | undefined,
): Promise<void> {
  const network = clientNetwork(ip);
  const counted: Counted = {
    user: caller?.account ?? network,
    key: caller?.key ?? network,
    ip: network,
  };
  const { limiter, settings } = parts;
  return enforceLimit({ limiter, limits: settings.limits }, route, {
    counted,
    signal: call.signal,
  });
}

/** Checks body and query, then runs the use case, in the name of the account or the address. */
async function use<Outcome>(
  checks: Checks<Outcome>,
  route: Route<Outcome>,
  given: Given,
): Promise<Outcome> {
  const account = given.caller?.account;
  const owner = account ?? `address ${clientNetwork(checks.ip)}`;
  const giveBack = account === undefined ? undefined : checks.parts.underWay.take(account);
  try {
    return await onBehalfOf(owner, () => checkAndRun(checks, route, given));
  } finally {
    giveBack?.();
  }
}

interface Given {
  readonly caller: Caller | undefined;
  readonly body: object | undefined;
}

async function checkAndRun<Outcome>(
  { parts, call, ip }: Checks<Outcome>,
  route: Route<Outcome>,
  given: Given,
): Promise<Outcome> {
  const { request, facts, signal, requestId, params } = call;
  const query = queryFor(route, call);
  const body = await bodyOf(route, given.body, { ...call, clock: parts.clock });
  const { publicUrl } = parts.settings;
  const baseUrl =
    publicUrl === undefined
      ? requestBaseUrl(request, facts, parts.isTrusted)
      : publicBaseUrl(publicUrl);
  if (route.startsWork === true) await parts.disk?.check({ signal });
  signal.throwIfAborted();
  const context: CallContext = { requestId, baseUrl, signal };
  const input = { ...context, params, query: query as never, body: body as never };
  if (route.access === "public") return await route.run({ ...input, request });
  if (route.access === "open") {
    return await route.run({ ...input, caller: given.caller, address: ip });
  }
  if (given.caller === undefined) throw unauthorized("An API key is required.");
  return await route.run({ ...input, request, caller: given.caller });
}

/** A body that the route has no schema for is not read. */
async function bodyOf(
  route: Pick<Route, "body" | "family">,
  body: object | undefined,
  call: BodyCall & Pick<IncomingCall<unknown>, "ignored">,
): Promise<unknown> {
  if (route.body === undefined) return {};
  const input = body ?? (await readBody(call));
  call.ignored.push(...tellUnknownFields(route.body, input));
  return validate(route.body, input, route.family);
}

function queryFor(
  route: Pick<Route, "query" | "family">,
  { request, ignored }: Pick<IncomingCall<unknown>, "request" | "ignored">,
): unknown {
  if (route.query === undefined) return {};
  const input = queryOf(request.url);
  ignored.push(...tellUnknownFields(route.query, input));
  return validate(route.query, input, route.family);
}

/** Of a parameter that is given several times, the first counts. */
function queryOf(url: string): object {
  return Object.fromEntries([...new URL(url).searchParams].toReversed());
}

function unauthorized(message: string): ServiceError {
  return new ServiceError("UNAUTHORIZED", { message });
}
