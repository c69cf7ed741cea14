import { Disposer, isDraglineError, LeaseKeeper, type Ids } from "../core/index.ts";
import type { CdpChannel, RemoteBrowser } from "../browser/index.ts";
import type { Admitted } from "./admission.ts";
import { CdpProxyError } from "./cdp-proxy-error.ts";
import type { ConnectOrder } from "./cdp-proxy.ts";
import { checkConnectOrder } from "./check-connect-order.ts";
import { chooseProxy, type ConnectionWay } from "./choose-proxy.ts";
import { chooseSession } from "./choose-session.ts";
import type { ConnectionParts } from "./proxy-collaborators.ts";
import type { RunningRecording } from "./recording/recorder.ts";
import type { HeldSession, ReservedSession } from "./sessions/session-store.ts";
import { settlesWithin } from "./settles-within.ts";

/** Milliseconds that channel and pictures have to come to rest: the browser ends nevertheless. */
const REST_MS = 3000;

/** What a connection holds, from before its upgrade to its end. */
export interface Holdings {
  readonly connectionId: string;
  readonly admitted: Admitted;
  readonly held: HeldSession | undefined;
  readonly reserved: ReservedSession | undefined;
  readonly way: ConnectionWay;
  readonly browser: RemoteBrowser;
  readonly recording: RunningRecording | undefined;
  readonly channel: CdpChannel;
  /** Closes the channel and takes no more pictures; waits for both, but not for ever. Never rejects. */
  rest(): Promise<unknown>;
  /** Gives all of it back, the last first; `refund` when nobody used it. Never rejects. */
  giveBack(how: { readonly refund: boolean }): Promise<unknown>;
}

/** What stays ours for as long as it is kept. */
type Kept = Pick<Admitted, "keep">;

/** A connection that is being opened. */
interface Opening {
  readonly parts: ConnectionParts;
  readonly order: ConnectOrder;
  readonly connectionId: string;
  /** Holds what was taken so far. */
  readonly taken: Disposer;
  /** Milliseconds after which what is held is kept again. */
  readonly checkpointMs: number;
  /** Whether the price of the first period is given back with the place. */
  readonly price: { refund: boolean };
}

/**
 * Makes a connection ready, in the order in which the interface checks (decisions, 0.2): what
 * exists, its state, limit and credits, then the browser. What fails or is given up is undone.
 * @param checkpointMs milliseconds after which what is held is kept again
 * @throws CdpProxyError; StorageError; the signal's reason
 */
export async function openConnection(
  parts: ConnectionParts,
  order: ConnectOrder,
  checkpointMs: number,
): Promise<Holdings> {
  checkConnectOrder(order);
  order.signal.throwIfAborted();
  const taken = new Disposer();
  const connectionId = newConnectionId(parts.ids);
  const opening: Opening = {
    parts,
    order,
    connectionId,
    taken,
    checkpointMs,
    price: { refund: true },
  };
  try {
    return await take(opening);
  } catch (error) {
    await giveBack(opening, { refund: true });
    throw error;
  }
}

async function take(opening: Opening): Promise<Holdings> {
  const { connectionId } = opening;
  const { held, reserved } = await takeSessions(opening);
  const admitted = await admit(opening);
  const ready = await takeBrowser(opening, held);
  return {
    ...ready,
    connectionId,
    admitted,
    held,
    reserved,
    giveBack: (how) => giveBack(opening, how),
  };
}

/** @returns the first failure; all else is given back nevertheless */
async function giveBack(
  { taken, price }: Opening,
  { refund }: { readonly refund: boolean },
): Promise<unknown> {
  price.refund = refund;
  try {
    await taken[Symbol.asyncDispose]();
    return undefined;
  } catch (error) {
    return error;
  }
}

async function takeSessions(opening: Opening): Promise<Pick<Holdings, "held" | "reserved">> {
  const { parts, order } = opening;
  const { sessions } = parts;
  const { owner, saveSession: name, saveUrl: websiteUrl, signal } = order;
  const session = await chooseSession(sessions, order);
  if (name !== undefined && sessions === undefined) throw notConfigured();
  const held = session && (await sessions?.hold(session.id, { signal }));
  keepLease(opening, held);
  const reserved =
    name === undefined
      ? undefined
      : await sessions?.reserve({ owner, name, websiteUrl }, { signal });
  keepLease(opening, reserved);
  return { held, reserved };
}

function keepLease(opening: Opening, lease: HeldSession | ReservedSession | undefined): void {
  if (lease === undefined) return;
  opening.taken.defer(() => lease.release());
  keep(opening, lease);
  opening.order.signal.throwIfAborted();
}

/** What is lost shows when it is used; each is kept on its own, and held up by no other. */
function keep({ parts, taken, checkpointMs }: Opening, held: Kept): void {
  const keeper = new LeaseKeeper<Kept>({
    clock: parts.clock,
    everyMs: checkpointMs,
    extend: async (_, signal) => {
      await held.keep({ signal });
      return [];
    },
  });
  taken.add(keeper).hold(held);
}

async function admit(opening: Opening): Promise<Admitted> {
  const { parts, order, connectionId, taken, price } = opening;
  const { owner, signal } = order;
  const admitted = await parts.admission.admit({ owner, connectionId, signal });
  taken.defer(() => admitted.leave({ refund: price.refund }));
  keep(opening, admitted);
  signal.throwIfAborted();
  return admitted;
}

async function takeBrowser(
  opening: Opening,
  held: HeldSession | undefined,
): Promise<Pick<Holdings, "way" | "browser" | "recording" | "channel" | "rest">> {
  const { parts, order, connectionId, taken } = opening;
  const { signal } = order;
  const { clock } = parts;
  const way = await browserStep(signal, () => chooseProxy(parts.proxies, wayOrder(opening, held)));
  const browser = await browserStep(signal, () => parts.browsers.take({ ...way, signal }));
  taken.add(browser);
  signal.throwIfAborted();
  const state = held?.state;
  if (state !== undefined) await browserStep(signal, () => browser.loadState(state, { signal }));
  const recording = await parts.recorder?.begin({
    connectionId,
    owner: order.owner,
    browser,
    signal,
  });
  const stop = once(() => settlesWithin(clock, REST_MS, recording?.stop()));
  taken.defer(stop);
  signal.throwIfAborted();
  const channel = await browserStep(signal, () => browser.attach({ signal }));
  const close = once(() => settlesWithin(clock, REST_MS, channel.close()));
  taken.defer(close);
  signal.throwIfAborted();
  return { way, browser, recording, channel, rest: () => Promise.all([close(), stop()]) };
}

function wayOrder({ order, connectionId }: Opening, held: HeldSession | undefined) {
  return {
    country: order.country,
    session: held?.session.id ?? connectionId,
    url: order.saveUrl ?? held?.session.websiteUrl ?? undefined,
    remembered: held?.proxy,
  };
}

/** Calls `run` the first time alone. */
function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run());
}

/** The caller's reason stays as it is; all else means that there is no browser. */
async function browserStep<Result>(
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    const why = isDraglineError(cause) ? ` (${cause.code})` : "";
    const message = `No browser could be started for the connection${why}.`;
    throw new CdpProxyError("BROWSER_UNAVAILABLE", { message, cause });
  }
}

function newConnectionId(ids: Ids): string {
  return ids.uuid();
}

function notConfigured(): CdpProxyError {
  const message =
    "Sessions cannot be saved: the proxy has no session store. Pass one when you create the proxy.";
  return new CdpProxyError("NOT_CONFIGURED", { message });
}
