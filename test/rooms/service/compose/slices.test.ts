import { describe, expect, it } from "vitest";
import { createService } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import type { Collection, FieldType, Row } from "dragline/storage";
import { Disposer } from "../../../../src/core/dispose.ts";
import { serviceParts } from "../../../../src/service/compose/service-parts.ts";
import { serviceSettings } from "../../../../src/service/base/service-settings.ts";
import { slices } from "../../../../src/service/compose/slices.ts";
import { sourceFiles } from "../../../sources.ts";
import { openedSlices } from "./opened-slices.ts";

const call = { signal: new AbortController().signal };
const collections: readonly Collection[] = slices.flatMap(
  (slice): readonly Collection[] => slice.collections,
);

/** What has an account and does not wait for its removal, and what removes it. */
const others: Readonly<Record<string, string>> = {
  service_browser_places: "the end of its connection, or of its lease",
  service_wire_runs: "the end of its run",
  service_monitor_alerts: "the removal of its monitor",
};

/** How long jobs may run, in seconds, and where it is said; the end of some is written in 15 s more. */
const times: Readonly<Record<string, readonly [seconds: number, clause: string]>> = {
  url_scraper: [300, "decisions, part 8"],
  batch_url_scraper: [300, "decisions, part 8: each of its scrapes"],
  map: [1800, "decisions, part 8"],
  crawl: [1800, "decisions, part 8"],
  web_scraper: [300, "decisions, part 8: as a scrape"],
  search: [60, "decisions, 4.2"],
  agentic_search: [900, "decisions, part 8"],
  wire: [300, "decisions, 2.4: EXECUTION_FAILED"],
  build_request: [900, "none; ours"],
  ai_task: [345, "decisions, 4.11: timeout_ms"],
  ai_search: [615, "decisions, 3.1"],
  ai_search_retry: [315, "decisions, 4.7"],
};

/** The slices of a service over a store. */
function opened(records: MemoryRecords, owned: Disposer): ReturnType<typeof openedSlices> {
  return openedSlices(serviceParts({ records }, serviceSettings({}), owned));
}

/** A row of any collection that is an account's; all of its rows know each other. */
function rowOf({ fields }: Collection, account: string): Row<Collection> {
  const value = (type: FieldType): string | number | boolean | Uint8Array | readonly [] | null => {
    if (type.endsWith("?")) return null;
    if (type === "number") return 0;
    if (type === "boolean") return false;
    if (type === "bytes") return new Uint8Array();
    return type === "json" ? [] : account;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, value(type)]));
}

describe("the slices of the service", () => {
  it("name each collection of theirs, once", () => {
    const declared = sourceFiles("src/service")
      .filter(({ path }) => !/^src\/service\/(?:jobs|accounts|credits)\//.test(path))
      .flatMap(({ text }) => [...text.matchAll(/= collection\(\{\s*name: "(\w+)"/g)])
      .map(([, name = ""]) => name);
    const names = collections.map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(declared));
    expect(names).toHaveLength(declared.length);
  });

  it("have kinds of jobs and routes of different names", async () => {
    await using owned = new Disposer();
    const { kinds, routes, upgrades } = opened(new MemoryRecords(), owned);
    const names = [
      ...kinds.map(({ type }) => type),
      ...[...routes, ...upgrades].map(({ method, path }) => `${method} ${path}`),
    ];
    expect(names.length).toBeGreaterThan(100);
    expect(new Set(names).size).toBe(names.length);
  });

  it("run jobs as long as the contract lets them", async () => {
    await using owned = new Disposer();
    const { kinds } = opened(new MemoryRecords(), owned);
    const found = Object.fromEntries(kinds.map(({ type, timeoutMs }) => [type, timeoutMs / 1000]));
    expect(found).toEqual(
      Object.fromEntries(Object.entries(times).map(([type, [seconds]]) => [type, seconds])),
    );
  });

  it("remove an account's rows with it, and nobody else's", async () => {
    const records = new MemoryRecords();
    await using owned = new Disposer();
    const { belongings } = opened(records, owned);
    const ofAccounts = collections.filter(
      ({ name, fields }) => ("account" in fields || "owner" in fields) && !(name in others),
    );
    await records.ensure(ofAccounts, call);
    for (const each of ofAccounts) {
      await records.insert(each, [rowOf(each, "a"), rowOf(each, "b")], call);
    }
    for (const belonging of belongings) await belonging.removeOf("a", call);
    const left: Record<string, unknown> = {};
    for (const each of ofAccounts) {
      const rows: readonly Record<string, unknown>[] = await records.find(each, {}, call);
      left[each.name] = rows.map((row) => row["account"] ?? row["owner"]);
    }
    expect(left).toEqual(Object.fromEntries(ofAccounts.map(({ name }) => [name, ["b"]])));
  });

  it("are all in the description", async () => {
    await using service = createService();
    const answer = await service.fetch(new Request("http://localhost/v1/openapi.json"));
    const { paths } = (await answer.json()) as { readonly paths: Record<string, object> };
    await using owned = new Disposer();
    const { routes } = opened(new MemoryRecords(), owned);
    expect(routes.filter(({ path }) => !(path in paths))).toEqual([]);
  });
});
