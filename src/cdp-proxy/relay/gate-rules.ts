import { isAbsolute, relative, resolve, sep } from "node:path";
import { isObject, type CdpParams } from "./cdp-command.ts";
import { closedUrl } from "./open-url.ts";

/** What a rule says: nothing (the command passes), why not, or with which parameters it does. */
export type Ruling = { readonly refuse: string } | { readonly params: CdpParams } | undefined;

/** Judges a command; `folder` is where files of the connection are. */
type Rule = (params: CdpParams, folder: string) => Ruling;

/** Domains of which nothing passes, and why. */
export const closedDomains: ReadonlyMap<string, string> = new Map([
  ["Cast", "it searches for devices in the host's network"],
  ["Extensions", "extensions can read files of the host and bypass the address guard"],
  ["PWA", "it installs programs on the host"],
  ["SystemInfo", "it reveals the host's command line and processes"],
  ["Tethering", "it opens ports of the host"],
]);

/** Rules of single commands; each with the reason. All else passes. */
export const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  // The URL of a document, a request or a resource.
  ["Page.navigate", openUrl],
  ["Target.createTarget", openUrl],
  ["Fetch.continueRequest", openUrl],
  ["Network.continueInterceptedRequest", openUrl],
  ["Network.loadNetworkResource", openUrl],
  // Chromium writes to any given path with the host's rights.
  ["Browser.setDownloadBehavior", intoFolder],
  ["Page.setDownloadBehavior", intoFolder],
  // Chromium reads any given path with the host's rights.
  ["DOM.setFileInputFiles", ({ files }, folder) => ownFiles(files, folder)],
  ["Input.dispatchDragEvent", draggedFiles],
  // Another proxy goes around the address guard.
  ["Target.createBrowserContext", noProxy],
  ["Browser.crash", closed("it would end the connection without saving its state")],
  ["Browser.crashGpuProcess", closed("it would end the connection without saving its state")],
  ["Browser.executeBrowserCommand", closed("it acts on the browser's own windows")],
  ["Browser.getBrowserCommandLine", closed("it reveals the host's command line")],
  ["DeviceAccess.selectPrompt", closed("it would give devices of the host to the page")],
  // Perfetto's own configuration names files to be written and processes to be traced.
  ["Tracing.start", onlyOwnTrace],
  ["Tracing.requestMemoryDump", closed("it reveals which files of the host are mapped")],
  ["Memory.getAllTimeSamplingProfile", closed("it reveals paths of the host")],
  ["Memory.getBrowserSamplingProfile", closed("it reveals paths of the host")],
  ["Memory.getSamplingProfile", closed("it reveals paths of the host")],
  // A page that has the protocol itself, or tools that do, would not pass here.
  [
    "Target.exposeDevToolsProtocol",
    closed("it would give scripts of the page access to the whole protocol"),
  ],
  ["Target.openDevTools", closed("it would give tools of the page access to the whole protocol")],
  [
    "Target.setRemoteLocations",
    closed("it would make the host connect to addresses that the client chooses"),
  ],
]);

function closed(reason: string): Rule {
  return () => ({ refuse: reason });
}

function openUrl({ url }: CdpParams): Ruling {
  if (url === undefined) return undefined;
  const refuse = typeof url === "string" ? closedUrl(url) : "'url' must be a string";
  return refuse === undefined ? undefined : { refuse };
}

function intoFolder(params: CdpParams, folder: string): Ruling {
  const { behavior, downloadPath } = params;
  const writes = behavior === "allow" || behavior === "allowAndName";
  return writes || downloadPath !== undefined
    ? { params: { ...params, downloadPath: folder } }
    : undefined;
}

function draggedFiles({ data }: CdpParams, folder: string): Ruling {
  return isObject(data) ? ownFiles(data["files"], folder) : undefined;
}

function ownFiles(files: unknown, folder: string): Ruling {
  if (files === undefined) return undefined;
  const isOurs = Array.isArray(files) && files.every((file) => isInside(file, folder));
  return isOurs
    ? undefined
    : {
        refuse:
          "only files of this connection's folder can be chosen; put it there with Dragline.putFile or POST /v1/browser-connect/{connId}/files",
      };
}

function isInside(file: unknown, folder: string): boolean {
  if (typeof file !== "string" || !isAbsolute(file) || file.includes("\0")) return false;
  const path = relative(folder, resolve(file));
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function noProxy({ proxyServer, proxyBypassList }: CdpParams): Ruling {
  const isAsked = [proxyServer, proxyBypassList].some((given) => given !== undefined);
  return isAsked
    ? { refuse: "a context uses the proxy of the connection; choose the country when you connect" }
    : undefined;
}

/** Dumps of memory name the files of the host that are mapped. */
const MEMORY_DUMPS = "disabled-by-default-memory-infra";

function onlyOwnTrace(params: CdpParams): Ruling {
  const { perfettoConfig, tracingBackend, traceConfig, categories, options } = params;
  if (perfettoConfig !== undefined)
    return { refuse: "a 'perfettoConfig' can write files of the host" };
  if (tracingBackend === "system") return { refuse: "it would trace the host" };
  const config = traceConfig ?? {};
  if (!isObject(config)) return { refuse: "'traceConfig' must be an object" };
  const asked = JSON.stringify([config["includedCategories"], categories]);
  if (config["memoryDumpConfig"] !== undefined || asked.includes("memory-infra")) {
    return { refuse: "memory dumps reveal which files of the host are mapped" };
  }
  const isOld = categories !== undefined || options !== undefined;
  return { params: isOld ? withoutDumpsOfOld(params) : withoutDumps(params, config) };
}

/** The categories of the old kind are one text. */
function withoutDumpsOfOld(params: CdpParams): CdpParams {
  const { categories, traceConfig: _, ...rest } = params;
  const old = typeof categories === "string" ? `${categories},` : "";
  return { ...rest, categories: `${old}-${MEMORY_DUMPS}` };
}

function withoutDumps(params: CdpParams, traceConfig: CdpParams): CdpParams {
  const excluded = traceConfig["excludedCategories"];
  const excludedCategories = [...(Array.isArray(excluded) ? excluded : []), MEMORY_DUMPS];
  return { ...params, traceConfig: { ...traceConfig, excludedCategories } };
}
