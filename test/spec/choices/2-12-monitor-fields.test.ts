import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

/** Every member of a monitor, with the defaults of those that may be left out. */
const defaults = {
  scope: "page",
  watchMode: "full_page",
  watchFormat: "markdown",
  outputSchema: null,
  aiMode: false,
  aiGoal: null,
  useBrowser: false,
  country: "us",
  sessionId: null,
  sessionExpired: false,
  maxPages: 50,
  maxDepth: 2,
  includePatterns: [],
  excludePatterns: [],
  excludedUrls: [],
  wireActionId: null,
  wireCatalogSlug: null,
  wireCredentialId: null,
  wireParams: {},
  wireWatchPaths: [],
  isActive: true,
  expiresAt: null,
  expired: false,
  alertWebhookUrl: null,
  alertEmails: null,
  lastCheckedAt: null,
  lastAlertedAt: null,
  lastError: null,
};
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const patterns = (count: number, length: number) =>
  Array.from({ length: count }, () => "/".padEnd(length, "a"));

/** Each is wrong in the field that is named. */
const wrong: readonly (readonly [string, object])[] = [
  ["url", { url: undefined }],
  ["url", { url: 7 }],
  ["url", { url: "harbour" }],
  ["url", { url: "ftp://example.com/" }],
  ["url", { url: "http://10.0.0.1/" }],
  ["url", { url: `https://example.com/${"a".repeat(2030)}` }],
  ["intervalMinutes", { intervalMinutes: undefined }],
  ["intervalMinutes", { intervalMinutes: 14 }],
  ["intervalMinutes", { intervalMinutes: 43_201 }],
  ["intervalMinutes", { intervalMinutes: 20.5 }],
  ["intervalMinutes", { intervalMinutes: "60" }],
  ["scope", { scope: "host" }],
  ["watchMode", { watchMode: "site" }],
  ["watchMode", { watchMode: "wire" }],
  ["watchMode", { scope: "site", watchMode: "specific_data", outputSchema: {} }],
  ["watchFormat", { watchFormat: "cleanedHtml" }],
  ["outputSchema", { watchMode: "specific_data" }],
  ["outputSchema", { watchMode: "specific_data", outputSchema: null }],
  ["outputSchema", { outputSchema: [] }],
  ["outputSchema", { outputSchema: { type: "wonder" } }],
  ["outputSchema", { outputSchema: { title: "a".repeat(51_200) } }],
  ["aiMode", { aiMode: "yes" }],
  ["aiGoal", { aiGoal: "a".repeat(2001) }],
  ["useBrowser", { useBrowser: 1 }],
  ["country", { country: "usa" }],
  ["sessionId", { sessionId: 7 }],
  ["maxPages", { maxPages: 0 }],
  ["maxPages", { maxPages: 51 }],
  ["maxDepth", { maxDepth: 0 }],
  ["maxDepth", { maxDepth: 6 }],
  ["includePatterns", { includePatterns: "/a" }],
  ["includePatterns", { includePatterns: patterns(101, 2) }],
  ["excludePatterns", { excludePatterns: patterns(1, 501) }],
  ["wireActionId", { scope: "wire" }],
  ["wireCredentialId", { wireCredentialId: "mine" }],
  ["wireParams", { wireParams: [] }],
  ["wireWatchPaths", { wireWatchPaths: patterns(51, 3) }],
  ["wireWatchPaths", { wireWatchPaths: ["items[price"] }],
  ["isActive", { isActive: "true" }],
  ["expiresAt", { expiresAt: "2020-01-31" }],
  ["expiresAt", { expiresAt: "2020-01-31T10:00:00Z" }],
  ["expiresAt", { expiresAt: "2999-02-30" }],
  ["expiresAt", { expiresAt: "tomorrow" }],
  ["expiresAt", { expiresAt: 4_000_000_000_000 }],
  ["alertWebhookUrl", { alertWebhookUrl: "harbour" }],
  ["alertWebhookUrl", { alertWebhookUrl: "http://10.0.0.1/" }],
  ["alertWebhookUrl", { alertWebhookUrl: "mailto:ann@example.com" }],
  ["alertEmails", { alertEmails: "ann" }],
  ["alertEmails", { alertEmails: ["ann@example.com"] }],
  ["alertEmails", { alertEmails: Array.from({ length: 11 }, (_, n) => `a${n}@x.org`).join() }],
];

/** Each is at its bound. */
const fine: readonly object[] = [
  { intervalMinutes: 15 },
  { intervalMinutes: 43_200 },
  { aiGoal: "a".repeat(2000) },
  { maxPages: 1, maxDepth: 1 },
  { maxPages: 50, maxDepth: 5 },
  { includePatterns: patterns(100, 2), excludePatterns: patterns(1, 500) },
  { wireWatchPaths: ["$.items[*].price", "items[0]", "total"] },
  { watchFormat: "html" },
  { watchFormat: "cleaned_html" },
  { alertEmails: Array.from({ length: 10 }, (_, n) => `a${n}@x.org`).join(", ") },
  { scope: "wire", wireActionId: "shop.items", wireParams: { query: "boat" } },
  { watchMode: "specific_data", outputSchema: { type: "object", properties: { price: {} } } },
];

describe.each(transports)("2.12 the fields of a monitor, over $name", (transport) => {
  const world = useWorld(transport, { runs: false });
  const start = (more: object = {}) => ({
    url: world.page("/board"),
    intervalMinutes: 60,
    ...more,
  });
  const create = async (more?: object) => (await world.user()).post("/monitors", start(more));

  it("are exactly these, with their defaults, in the 201 of a creation", async () => {
    const { status, json } = await create();
    expect(status).toBe(201);
    const { id, nextRunAt, createdAt, updatedAt, ...rest } = json;
    expect(rest).toEqual({
      ...defaults,
      url: world.page("/board"),
      intervalMinutes: 60,
      creditCostPerRun: 2,
    });
    expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    for (const time of [nextRunAt, createdAt, updatedAt]) expect(time).toMatch(TIME);
  });

  it("take null for absent, or for nothing", async () => {
    const names = Object.keys(defaults);
    const { status, json } = await create(Object.fromEntries(names.map((name) => [name, null])));
    expect(status).toBe(201);
    expect(json).toMatchObject(defaults);
  });

  it("that are read-only are ignored in a body", async () => {
    const given = { excludedUrls: ["https://a.example/"], expired: true, sessionExpired: true };
    const { json } = await create({ ...given, lastError: "no", creditCostPerRun: 0, id: "m" });
    expect(json).toMatchObject({ excludedUrls: [], expired: false, sessionExpired: false });
    expect(json).toMatchObject({ lastError: null, creditCostPerRun: 2 });
    expect(json.id).not.toBe("m");
  });

  it.each(wrong)("answer 400 for a wrong %s, and name it", async (name, more) => {
    const { status, json } = await create(more);
    expect([status, json.error]).toEqual([400, "invalid_request"]);
    expect(json.message).toContain(name);
  });

  it.each(fine)("may be %j", async (more) => {
    const { status, text, json } = await create(more);
    expect([status, text]).toEqual([201, expect.any(String)]);
    const given = { ...more, aiGoal: (more as { aiGoal?: string }).aiGoal ?? null };
    expect(json).toMatchObject(given);
  });

  it("have expiresAt as a time of any offset, or a date, which means the end of that day", async () => {
    for (const [given, told] of [
      ["2999-01-31T10:00:00+02:00", "2999-01-31T08:00:00.000Z"],
      ["2999-01-31T10:00:00.5z", "2999-01-31T10:00:00.500Z"],
      ["2999-01-31", "2999-01-31T23:59:59.999Z"],
    ]) {
      expect((await create({ expiresAt: given })).json).toMatchObject({ expiresAt: told });
    }
  });

  it("have useBrowser true with a session", async () => {
    const user = await world.user();
    world.sessions.rows.push({ id: "s_1", account: user.account, isSaved: true, name: "own" });
    const { json } = await user.post("/monitors", start({ sessionId: "s_1", useBrowser: false }));
    expect(json).toMatchObject({ sessionId: "s_1", useBrowser: true, sessionExpired: false });
  });

  it("have wireCatalogSlug by the action", async () => {
    const { json } = await create({ scope: "wire", wireActionId: "shop.items" });
    expect(json).toMatchObject({ wireActionId: "shop.items", wireCatalogSlug: "shop" });
  });

  it("have no nextRunAt while it is paused", async () => {
    const { json } = await create({ isActive: false });
    expect(json).toMatchObject({ isActive: false, nextRunAt: null });
  });

  it.each([
    [{}, 2],
    [{ aiMode: true }, 3],
    [{ watchMode: "specific_data", outputSchema: {} }, 3],
    [{ watchMode: "specific_data", outputSchema: {}, aiMode: true }, 4],
    [{ scope: "site", maxPages: 7 }, 7],
    [{ scope: "site", maxPages: 7, aiMode: true }, 8],
    [{ scope: "wire", wireActionId: "shop.items" }, 4],
    [{ scope: "wire", wireActionId: "shop.items", aiMode: true }, 5],
  ])("have the price of %j as creditCostPerRun: %i", async (more, creditCostPerRun) => {
    expect((await create(more)).json).toMatchObject({ creditCostPerRun });
  });
});
