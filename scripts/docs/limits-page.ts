// docs/reference/limits.md: what the service charges and allows, and what one run may take.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { actionLimits } from "dragline/actions";
import { createService } from "dragline/service";
import { stateLimits } from "../../src/browser/state/state-limits.ts";
import { MAX_BODY } from "../../src/service/http/read-body.ts";
import { MAX_DEPTH } from "../../src/service/http/parse-object.ts";
import { serviceDefaults } from "../../src/service/base/service-settings.ts";
import { runLimits } from "../../src/wire/run/run-limits.ts";
import { root } from "../../test/sources.ts";
import { splitBounds } from "./bounds.ts";
import { cell, oneLine } from "./comment.ts";
import { charging } from "./charging.ts";
import type { Member } from "./members.ts";
import { page, table } from "./page.ts";
import type { ImportPath } from "./source-program.ts";

/** @throws Error when a price or a limit has no words */
export async function limitsPage(paths: readonly ImportPath[]): Promise<string> {
  return page({
    title: "Limits and prices",
    source: "the service's tables of prices, options and routes, and the limits in `src/`",
    introduction: [
      "What the service charges and allows unless its host says otherwise, and what single runs may take. What every option of the library is when you do not set it stands in [options.md](options.md).",
    ],
    sections: [
      prices(membersOf(paths, "Prices")),
      charging,
      await calls(),
      settings(membersOf(paths, "ServiceOptions")),
      constants("Browser actions", "src/browser/actions/action-limits.ts", actionLimits),
      constants("Runs of Wire actions", "src/wire/run/run-limits.ts", runLimits),
      constants("Saved logins", "src/browser/state/state-limits.ts", stateLimits),
    ],
  });
}

function membersOf(paths: readonly ImportPath[], type: string): readonly Member[] {
  const found = paths.flatMap(({ names }) => names).find(({ name }) => name === type);
  if (found === undefined) throw new Error(`No import path exports ${type}`);
  return found.members;
}

function prices(members: readonly Member[]): string {
  const rows = Object.entries(serviceDefaults.prices).map(([name, credits]) => {
    const member = members.find((one) => one.name === name);
    return [cell(wordsOf(name, member?.comment.text)), String(credits), `\`prices.${name}\``];
  });
  const about =
    "Prices in credits. A host sets others by the option `prices` of the service; a custom scraper and an action of Wire may have a price of their own.";
  return ["## Prices", about, table(["What", "Credits", "Option"], rows)].join("\n\n");
}

function wordsOf(name: string, text: string | undefined): string {
  if (!text) throw new Error(`${name} has no TSDoc`);
  return text;
}

/** The limits of calls, as the service's own description of its routes says them. */
async function calls(): Promise<string> {
  await using service = createService();
  const answer = await service.fetch(new Request("http://localhost/v1/openapi.json"));
  const { paths } = (await answer.json()) as { readonly paths: Described };
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description }]) => {
      const route = `${method.toUpperCase()} ${path}`;
      return { route: `\`${route}\``, limit: route === DISPATCHER ? "" : description };
    }),
  );
  const free = rows.filter(({ limit }) => limit === "No limit of calls.").map(({ route }) => route);
  const limited = rows.filter(({ limit }) => limit.startsWith("At most"));
  return [
    "## Calls",
    `How often a route below \`/v1\` may be called in any 60 seconds, and who is counted; each row is counted by itself, in all processes that share a store. More is a 429 with \`Retry-After\`. A host sets others by the option \`limits\` of the service. A batch counts as one call; \`${DISPATCHER}\` counts as a call of the route that it stands for. A body is at most ${size(MAX_BODY)} and ${MAX_DEPTH} levels deep.`,
    table(
      ["Route", "Calls in 60 s"],
      limited.map(({ route, limit }) => [route, cell(shortLimit(limit))]),
    ),
    `Without a limit: ${free.join(", ")}.`,
  ].join("\n\n");
}

/** It has no limit of its own. */
const DISPATCHER = "POST /request";

function shortLimit(limit: string): string {
  return limit
    .replace("At most ", "")
    .replaceAll(" calls in 60 seconds by each ", " by ")
    .replace(/, those of (.*) too\.$/, ", together with `$1`")
    .replace(/\.$/, "");
}

type Described = Readonly<
  Record<string, Readonly<Record<string, { readonly description: string }>>>
>;

const shown = [
  "newAccountCredits",
  "trialCredits",
  "concurrency",
  "syncTimeoutMs",
  "cacheTtlMs",
  "retentionMs",
  "activeMonitors",
  "concurrentBrowsers",
  "browserBytes",
  "accountBrowserBytes",
  "hostBrowserBytes",
  "minFreeBytes",
  "modelInputTokens",
  "modelOutputTokens",
  "graceMs",
  "inlineBytes",
] as const;

function settings(members: readonly Member[]): string {
  const rows = shown.map((name) => {
    const member = members.find((one) => one.name === name);
    const { meaning } = splitBounds(name, wordsOf(name, member?.comment.text));
    return [cell(meaning), humane(name, serviceDefaults[name]), `\`${name}\``];
  });
  const about = "Sizes and times of a service, each an option of `createService`.";
  return ["## The service", about, table(["What", "Unless set", "Option"], rows)].join("\n\n");
}

function constants(title: string, file: string, values: Readonly<Record<string, number>>): string {
  const text = readFileSync(join(root, file), "utf8");
  const rows = Object.entries(values).map(([name, value]) => {
    const found = new RegExp(
      String.raw`/\*\*((?:(?!\*/)[\s\S])*)\*/\s*(?:readonly )?${name}\??:`,
    ).exec(text);
    const words = wordsOf(`${file}: ${name}`, found?.[1]?.replace(/@default[\s\S]*/, ""));
    return [cell(oneLine(words.replaceAll(/\n\s*\*/g, " "))), humane(name, value)];
  });
  const times = title === "Browser actions" ? "Times are in milliseconds.\n\n" : "";
  return `## ${title}\n\n${times}${table(["What", "At most"], rows)}`;
}

function humane(name: string, value: number): string {
  if (name.endsWith("Ms")) return duration(value);
  return name.endsWith("Bytes") ? size(value) : value.toLocaleString("en");
}

function duration(ms: number): string {
  const units = [
    [86_400_000, "days"],
    [3_600_000, "hours"],
    [1000, "s"],
  ] as const;
  const [length, unit] = units.find(([one]) => ms >= 2 * one && ms % one === 0) ?? [1, "ms"];
  return `${(ms / length).toLocaleString("en")} ${ms === 86_400_000 ? "hours" : unit}`;
}

function size(bytes: number): string {
  const units = [
    [1_073_741_824, "GiB"],
    [1_048_576, "MiB"],
    [1024, "KiB"],
  ] as const;
  const [length, unit] = units.find(([one]) => bytes % one === 0) ?? [1, "bytes"];
  return `${(bytes / length).toLocaleString("en")} ${unit}`;
}
