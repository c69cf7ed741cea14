import { examineBrowser, examineFfmpeg } from "./examine-programs.ts";
import { absent, tryOut, type Environment, type Finding } from "./finding.ts";
import { examineServers } from "./examine-servers.ts";
import { examinePackages } from "./packages.ts";

/** Where to look. */
export interface Surroundings {
  readonly env: Environment;
  /** The folder that the service would keep its files in; none is tried without one. */
  readonly dataFolder: string | undefined;
}

/**
 * Looks for everything that Dragline can use, and tries what was configured, at the same time. What is not
 * configured is not loaded.
 */
export async function examine(place: Surroundings, signal: AbortSignal): Promise<Finding[]> {
  const { env } = place;
  const groups = await Promise.all([
    examineBrowser(env).then((found) => [found]),
    Promise.all(examineServers(env, signal)),
    examineMail(env, signal),
    examineFfmpeg(env).then((found) => [found]),
    examineModel(env, signal),
    examineSearch(env, signal),
    examineEngines(env, signal),
    examineStores(place, signal),
    Promise.all(examinePackages(env)),
  ]);
  return [examineNode(), ...groups.flat()];
}

function examineNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const found = major > 22 || (major === 22 && minor >= 19);
  const detail = found
    ? process.versions.node
    : `${process.versions.node}; 22.19 or newer is needed`;
  return { kind: "part", name: "Node", needed: true, found, detail };
}

/** Connects and logs in to the mail server, where one is configured; nothing otherwise. */
export async function examineMail(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  if (!env["SMTP_URL"]) return [];
  const { logInToMail } = await import("./log-in-to-mail.ts");
  return [await tryOut("Mail server", signal, () => logInToMail(env))];
}

/** Asks the model that is configured for a tiny object; says what works without one where none is. */
export async function examineModel(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  const isConfigured = ["URL", "MODEL", "KEY"].some((name) => env[`DRAGLINE_AI_${name}`]?.trim());
  if (!isConfigured) {
    const detail =
      "needed for values that pages state in prose and for written summaries; everything else works without it; set DRAGLINE_AI_URL and DRAGLINE_AI_MODEL";
    return [absent("Model", detail)];
  }
  const { askModel } = await import("./ask-model.ts");
  return [await tryOut("Model", signal, () => askModel(env, signal))];
}

/** Asks each search provider that is configured one question; says what works without one. */
export async function examineSearch(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  const setting = env["DRAGLINE_SEARCH"]?.trim();
  if (!setting) {
    const detail =
      "needed to search the web; you can search your own pages without it; set DRAGLINE_SEARCH (searxng:URL, brave:KEY, …)";
    return [absent("Search", detail)];
  }
  const { askProviders } = await import("./ask-providers.ts");
  return askProviders(setting, signal);
}

/** Says which answer engines are configured; none is asked, since every question costs. */
export async function examineEngines(env: Environment, signal: AbortSignal): Promise<Finding[]> {
  const isConfigured = Object.entries(env).some(
    ([name, value]) => ENGINE_VARIABLE.test(name) && value?.trim(),
  );
  if (!isConfigured) {
    const detail =
      "needed to ask answer engines (dragline visibility); set DRAGLINE_OPENAI_KEY, …_PERPLEXITY_KEY, …";
    return [absent("Engines", detail)];
  }
  const { nameEngines } = await import("./name-engines.ts");
  return [await tryOut("Engines", signal, () => nameEngines(env))];
}

/** Variables of answer engines; the model is no engine, and the service's key opens none. */
const ENGINE_VARIABLE = /^DRAGLINE_(?!AI_|API_|SEAL_)[A-Z_]+_(?:KEY|URL|MODEL)$/;

/** Tries the stores that were configured: a data folder, a bucket. */
export async function examineStores(
  { env, dataFolder }: Surroundings,
  signal: AbortSignal,
): Promise<Finding[]> {
  const bucket = env["S3_BUCKET"];
  if (dataFolder === undefined && !bucket) return [];
  const { tryBucket, tryDataFolder } = await import("./try-stores.ts");
  const tried: Promise<Finding>[] = [];
  if (dataFolder !== undefined) {
    tried.push(tryOut("Data folder", signal, () => tryDataFolder(dataFolder, signal)));
  }
  if (bucket) tried.push(tryOut("S3", signal, () => tryBucket(env, bucket, signal)));
  return Promise.all(tried);
}
