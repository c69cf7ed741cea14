import { describe, expect, it } from "vitest";
import type { ChangeDiff, Monitor } from "dragline/monitor";
import { changeOf, ended, endingOf, HOOK, call, makeRig, monitorOf } from "./alerts-rig.ts";

/** The body that a receiver gets, as text. */
async function bodyOf(definition: Partial<Monitor>, diff: ChangeDiff, change: object) {
  const rig = await makeRig();
  const monitor = monitorOf(rig.account, definition);
  await rig.alerts.set(monitor, { alertWebhookUrl: HOOK, alertEmails: null }, call);
  await ended(rig, endingOf(monitor, changeOf(monitor, { diff, ...change })));
  await rig.deliver();
  return Buffer.from(rig.sent[0]?.body ?? []).toString();
}

/** One line of the interface as JSON is written. */
function line(text: string): string {
  return JSON.stringify(JSON.parse(text));
}

describe("Event monitor.change (decisions, 6.4)", () => {
  it("tells the snapshots of a page", async () => {
    const diff = {
      type: "content",
      beforeSnapshotId: "s1",
      afterSnapshotId: "s2",
      stats: { adds: 4, dels: 1 },
    } as const;
    expect(await bodyOf({}, diff, {})).toBe(
      line(
        `{"type": "monitor.change", "monitorId": "m1", "url": "https://example.com/news", "scope": "page", "watchMode": "full_page", "changeId": "c9", "changedAt": "2026-03-01T10:00:00.000Z", "changedFields": [], "summary": null, "diff": {"before": {"snapshotId": "s1", "contentHash": "aa01"}, "after": {"snapshotId": "s2", "contentHash": "bb02"}}, "stats": {"adds": 4, "dels": 1}}`,
      ),
    );
  });

  it("tells values that changed, and what the model found", async () => {
    const diff = {
      type: "fields",
      changedFields: ["price"],
      before: { price: 20 },
      after: { price: 18 },
      aiMeaningful: [{ description: "Price reduced", before: "20", after: "18" }],
    } as const;
    const definition = { id: "m2", url: "https://example.com/item/7", aiMode: true };
    const change = { id: "c10", summary: "The price fell from 20 to 18." };
    expect(await bodyOf({ ...definition, watchMode: "specific_data" }, diff, change)).toBe(
      line(
        `{"type": "monitor.change", "monitorId": "m2", "url": "https://example.com/item/7", "scope": "page", "watchMode": "specific_data", "changeId": "c10", "changedAt": "2026-03-01T10:00:00.000Z", "changedFields": ["price"], "summary": "The price fell from 20 to 18.", "diff": {"before": {"price": 20}, "after": {"price": 18}}, "aiMeaningful": [{"description": "Price reduced", "before": "20", "after": "18"}]}`,
      ),
    );
  });

  it("tells the pages of a site", async () => {
    const diff = {
      type: "site",
      added: ["https://example.com/new"],
      removed: ["https://example.com/old"],
      changed: [
        {
          url: "https://example.com/about",
          beforeHash: "a",
          afterHash: "b",
          stats: { adds: 1, dels: 1 },
        },
      ],
      stats: { added: 1, removed: 1, changed: 1 },
    } as const;
    const definition = { id: "m3", url: "https://example.com/", scope: "site" } as const;
    expect(await bodyOf(definition, diff, { id: "c11" })).toBe(
      line(
        `{"type": "monitor.change", "monitorId": "m3", "url": "https://example.com/", "scope": "site", "watchMode": "full_page", "changeId": "c11", "changedAt": "2026-03-01T10:00:00.000Z", "changedFields": [], "summary": null, "diff": {"before": {"totalPages": 12}, "after": {"totalPages": 12}}, "pages": {"added": ["https://example.com/new"], "removed": ["https://example.com/old"], "changed": ["https://example.com/about"]}, "stats": {"added": 1, "removed": 1, "changed": 1}}`,
      ),
    );
  });

  it("tells values of an action by path", async () => {
    const path = "items[0].price";
    const diff = {
      type: "fields",
      changedFields: [path],
      before: { [path]: 20 },
      after: { [path]: 18 },
    } as const;
    const definition = { id: "m4", url: "https://shop.example/", scope: "wire" } as const;
    expect(await bodyOf(definition, diff, { id: "c12" })).toBe(
      line(
        `{"type": "monitor.change", "monitorId": "m4", "url": "https://shop.example/", "scope": "wire", "watchMode": "full_page", "changeId": "c12", "changedAt": "2026-03-01T10:00:00.000Z", "changedFields": ["items[0].price"], "summary": null, "diff": {"before": {"items[0].price": 20}, "after": {"items[0].price": 18}}}`,
      ),
    );
  });

  it("leaves out values that are too long", async () => {
    const diff = {
      type: "fields",
      changedFields: ["text"],
      before: { text: "x".repeat(262_144) },
      after: { text: "y" },
    } as const;
    const body = JSON.parse(await bodyOf({ watchMode: "specific_data" }, diff, {}));
    expect(body).toMatchObject({
      changedFields: ["text"],
      diff: { before: {}, after: {} },
      diffOmitted: "size",
    });
  });
});
