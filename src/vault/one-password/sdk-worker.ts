import { Socket as DatagramSocket } from "node:dgram";
import { Socket } from "node:net";
import { parentPort } from "node:worker_threads";
import type { Client, Item, ItemField } from "@1password/sdk";
import { isMissingPackage } from "../../core/index.ts";
import type { VaultLocator } from "../provider.ts";
import type { SdkAnswer, SdkJob, SdkResult, SdkWork } from "./sdk-job.ts";

const ID = /^[a-z0-9]{26}$/;
const waiting = new Map<number, (answer: SdkAnswer) => void>();
let requests = 0;

class NotFound extends Error {}

/**
 * An SDK that opens a connection beside `fetch` (node:net, node:tls, node:http, undici, WebSocket) fails
 * loudly. It does not contain malicious code: a thread shares its process.
 */
function refuseSocket(): never {
  throw new Error("This thread makes no connections.");
}
Socket.prototype.connect = refuseSocket;
DatagramSocket.prototype.send = refuseSocket;
DatagramSocket.prototype.connect = refuseSocket;

/** Takes the place of the global: the main thread makes the request over its guarded connections. */
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = new Uint8Array(await request.arrayBuffer());
  const id = (requests += 1);
  const { url, method } = request;
  const answered = new Promise<SdkAnswer>((resolve) => waiting.set(id, resolve));
  const headers = Object.fromEntries(request.headers);
  parentPort?.postMessage({ kind: "request", id, url, method, headers, body });
  const answer = await answered;
  if (answer.status === undefined) throw new TypeError("fetch failed");
  const hasBody = answer.status !== 204 && answer.status !== 304;
  const response = new Response(hasBody ? Buffer.from(answer.body) : null, {
    status: answer.status,
    headers: answer.headers,
  });
  // The core parses it, and panics when it is empty.
  Object.defineProperty(response, "url", { value: url });
  return response;
};

parentPort?.on("message", (message: SdkJob | SdkAnswer) => {
  if (message.kind === "job") {
    void answer(message).then((result) => parentPort?.postMessage(result));
    return;
  }
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});

async function answer(job: SdkJob): Promise<SdkResult> {
  try {
    return await perform(await openClient(job), job.work);
  } catch (error) {
    if (error instanceof NotFound) return { kind: "not-found" };
    if (isMissingPackage(error)) return { kind: "not-installed" };
    return { kind: "failed", text: error instanceof Error ? error.message : "" };
  }
}

async function openClient({ token, core }: SdkJob): Promise<Client> {
  const sdk = await import("@1password/sdk");
  const settings = { auth: token, integrationName: "Dragline", integrationVersion: "v1.0.0" };
  if (core === undefined) return sdk.createClient(settings);
  const { open } = await import(core);
  return open(settings);
}

async function perform(client: Client, work: SdkWork): Promise<SdkResult> {
  if (work.kind === "containers") {
    const vaults = await client.vaults.list();
    const containers = vaults.map(({ id, title, activeItemCount }) => ({
      id,
      name: title,
      ...(typeof activeItemCount === "number" && { itemCount: activeItemCount }),
    }));
    return { kind: "containers", containers };
  }
  if (work.kind === "entries") {
    const items = await client.items.list(await vaultId(client, work.container));
    const entries = items
      .filter(({ category }) => ["Login"].includes(category))
      .map(({ id, title, category, updatedAt, websites }) => ({
        id,
        title,
        category,
        updatedAt: updatedAt.getTime(),
        urls: websites.map(({ url, label }) => ({ href: url, label })),
      }));
    return { kind: "entries", entries };
  }
  return readAll(client, work.locators);
}

async function readAll(
  client: Client,
  locators: Readonly<Record<string, VaultLocator>>,
): Promise<SdkResult> {
  const items = new Map<string, ReturnType<Client["items"]["get"]>>();
  const values: [string, string][] = [];
  const missing: string[] = [];
  for (const [name, { container, key, property }] of Object.entries(locators)) {
    const place = JSON.stringify([container, key]);
    const item = items.get(place) ?? itemAt(client, container, key);
    items.set(place, item);
    const value = fieldValue(await item, property ?? name, property !== undefined);
    if (value === undefined || value === "") missing.push(name);
    else values.push([name, value]);
  }
  return { kind: "values", values: Object.fromEntries(values), missing };
}

async function itemAt(client: Client, container: string, key: string) {
  const vault = await vaultId(client, container);
  if (ID.test(key)) return client.items.get(vault, key);
  return client.items.get(vault, idOf(await client.items.list(vault), key));
}

async function vaultId(client: Client, container: string): Promise<string> {
  return ID.test(container) ? container : idOf(await client.vaults.list(), container);
}

/** A title that several have names none of them. */
function idOf(all: readonly { id: string; title: string }[], title: string): string {
  const [found, ...others] = all.filter((each) => each.title === title);
  if (found === undefined || others.length > 0) throw new NotFound();
  return found.id;
}

/**
 * The value of an item's field, named by its id or title, or `section/field`; ids win. Undefined when
 * there is none, or when a title is that of several fields. `exact` says that a locator named it:
 * only then is it a one-time password.
 */
function fieldValue(item: Item, name: string, exact: boolean): string | undefined {
  const fields = item.fields.filter(({ fieldType }) => exact || !["Totp"].includes(fieldType));
  const byId = fields.find(({ id }) => id === name);
  const found = byId ?? only(fields.filter(({ title }) => title === name)) ?? inSection(item, name);
  if (found?.details?.type === "Otp") return found.details.content.code;
  return found?.value;
}

function inSection({ fields, sections }: Item, name: string): ItemField | undefined {
  const matches = fields.filter(({ id, title, sectionId }) => {
    const section = sections.find((each) => each.id === sectionId);
    if (section === undefined) return false;
    return [section.id, section.title].some(
      (of) => name === `${of}/${id}` || name === `${of}/${title}`,
    );
  });
  return only(matches);
}

function only<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}
