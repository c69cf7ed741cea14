import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createBrowser } from "../../browser/index.ts";
import { findProgram } from "./find-program.ts";
import {
  examineEngines,
  examineMail,
  examineModel,
  examineSearch,
  examineStores,
  type Surroundings,
} from "./examine.ts";
import { examineFfmpeg } from "./examine-programs.ts";
import { postgres, redis, requireServer } from "./examine-servers.ts";
import type { ChoiceOf } from "../help/flag.ts";
import type { doctorHelp } from "../help/tables/doctor.ts";
import { tryOut, type Finding } from "./finding.ts";
import { requirePackages } from "./packages.ts";

/** What `--for` may ask for. */
type Feature = ChoiceOf<(typeof doctorHelp.flags)["for"]>;

type Examination = (place: Surroundings, signal: AbortSignal) => Promise<Finding[]>;

const features: Readonly<Record<Feature, Examination>> = {
  browser: async ({ env }, signal) => [
    ...(await browserPackage(env)),
    await tryOut("Chromium", signal, () => startBrowser(signal)),
  ],
  recordings: async (place, signal) => {
    // Without ffmpeg Chromium makes the videos.
    const browser = await features.browser(place, signal);
    const hasFfmpeg = (await findProgram("ffmpeg", place.env)) !== undefined;
    return [...browser, ...(hasFfmpeg ? [await examineFfmpeg(place.env)] : [])];
  },
  postgres: async ({ env }, signal) => [
    ...(await requirePackages(env, ["pg"])),
    await requireServer(postgres, env, signal),
  ],
  redis: async ({ env }, signal) => [
    ...(await requirePackages(env, ["ioredis", "bullmq"])),
    await requireServer(redis, env, signal),
  ],
  s3: async ({ env }, signal) => {
    const found = await examineStores({ env, dataFolder: undefined }, signal);
    return orUnset(found, "S3", "S3_BUCKET");
  },
  mail: async ({ env }, signal) => [
    ...(await requirePackages(env, ["nodemailer"])),
    ...orUnset(await examineMail(env, signal), "Mail server", "SMTP_URL"),
  ],
  model: async ({ env }, signal) => [
    ...(await requirePackages(env, ["@ai-sdk/openai-compatible"])),
    ...(await examineModel(env, signal)),
  ],
  search: ({ env }, signal) => examineSearch(env, signal),
  engines: ({ env }, signal) => examineEngines(env, signal),
  parquet: ({ env }) => requirePackages(env, ["hyparquet-writer"]),
  "1password": ({ env }) => requirePackages(env, ["@1password/sdk"]),
  azure: ({ env }) => requirePackages(env, ["@azure/keyvault-secrets", "@azure/identity"]),
};

/** Tries what features need; what is not there is missed, whether it is configured or not. */
export async function examineFeatures(
  asked: readonly Feature[],
  place: Surroundings,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await Promise.all(asked.map((feature) => features[feature](place, signal)));
  return found.flat().map((finding) => ({ ...finding, needed: true }));
}

function orUnset(found: Finding[], name: string, variable: string): Finding[] {
  if (found.length > 0) return found;
  return [{ kind: "part", name, found: false, needed: true, detail: `${variable} is not set` }];
}

/** One of the two is enough. */
async function browserPackage(env: Surroundings["env"]): Promise<Finding[]> {
  const both = await requirePackages(env, ["puppeteer-core", "puppeteer"]);
  const there = both.filter(({ found }) => found);
  return there.length > 0 ? there : both.slice(0, 1);
}

/** Starts Chromium, and has it show a page whose script writes its title. */
async function startBrowser(signal: AbortSignal): Promise<string> {
  await using page = await servePage();
  await using browser = createBrowser({}, { allow: ["127.0.0.1"] });
  const { html } = await browser.visit(page.url, { signal });
  const [, agent] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
  if (agent === undefined) throw new Error("it starts, but runs no script of a page");
  return `${/Chrome\/[\d.]+/.exec(agent)?.[0] ?? agent} starts, and runs the script of a page`;
}

async function servePage(): Promise<AsyncDisposable & { readonly url: string }> {
  const server: Server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<script>document.title = navigator.userAgent</script>");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
