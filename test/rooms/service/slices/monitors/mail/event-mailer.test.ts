import { describe, expect, it } from "vitest";
import { createEventMailer } from "../../../../../../src/service/slices/monitors/mail/create-event-mailer.ts";
import type { Mail } from "../../../../../../src/service/slices/monitors/mail/mail-sender.ts";

const { signal } = new AbortController();

/** The mail that is made of an event. */
async function mailOf(payload: object, event = "monitor.change") {
  const sent: Mail[] = [];
  const mailer = createEventMailer({
    send: async (mail) => {
      sent.push(mail);
      return undefined;
    },
  });
  const body = new TextEncoder().encode(JSON.stringify({ type: event, ...payload }));
  const failure = await mailer.send(
    { to: "a@example.com", deliveryId: "dlv_1", event, body },
    signal,
  );
  const [mail] = sent;
  return { failure, mail, text: mail?.text ?? "", html: mail?.html ?? "" };
}

const common = {
  monitorId: "m1",
  url: "https://example.com/item/7?a=1&b=2",
  scope: "page",
  watchMode: "specific_data",
  changeId: "c1",
  changedAt: "2026-03-01T10:00:00.000Z",
  changedFields: ["price"],
  summary: null,
  diff: { before: { price: 20 }, after: { price: 18 } },
};

describe("createEventMailer", () => {
  it("tells values before and after, and where they are", async () => {
    const { mail, text, html } = await mailOf(common);
    expect(mail).toMatchObject({
      id: "dlv_1",
      to: "a@example.com",
      subject: "Changed: example.com/item/7",
    });
    expect(text).toBe(
      [
        "1 value changed.",
        "Detected at 2026-03-01T10:00:00.000Z by the monitor m1.",
        "price\n  before: 20\n  after: 18",
        "https://example.com/item/7?a=1&b=2\n",
      ].join("\n\n"),
    );
    expect(html).toContain(`<td align="left">20</td><td align="left">18</td>`);
    expect(html).toContain(`<a href="https://example.com/item/7?a=1&amp;b=2">`);
  });

  it("tells how many lines of a page came and went, and no hashes", async () => {
    const diff = { before: { contentHash: "aa" }, after: { contentHash: "bb" } };
    const stats = { adds: 4, dels: 1 };
    const { text } = await mailOf({ ...common, changedFields: [], diff, stats });
    expect(text).toContain("4 lines added, 1 line removed.");
    expect(text).not.toContain("aa");
  });

  it("tells which pages of a site came, went and changed", async () => {
    const pages = {
      added: ["https://e.example/new"],
      removed: [],
      changed: ["https://e.example/"],
    };
    const stats = { added: 1, removed: 0, changed: 1 };
    const { text, html } = await mailOf({ ...common, scope: "site", pages, stats });
    expect(text).toContain("1 page added, 0 removed, 1 changed (site).");
    expect(text).toContain("Added pages:\n  https://e.example/new");
    expect(text).not.toContain("Removed pages");
    expect(html).toContain(`<li><a href="https://e.example/new">`);
  });

  it("tells what the model found", async () => {
    const aiMeaningful = [{ description: "Price reduced", before: "20", after: "18" }];
    const { text } = await mailOf({ ...common, summary: "It is cheaper.", aiMeaningful });
    expect(text).toContain("It is cheaper.\n\n");
    expect(text).toContain("Price reduced\n  before: 20\n  after: 18");
  });

  it("escapes what a page says, and links to nothing but pages", async () => {
    const evil = `</td><script>alert("1")</script>`;
    const { html } = await mailOf({
      ...common,
      url: "javascript:alert(1)",
      changedFields: [evil],
      summary: evil,
      diff: { before: { [evil]: evil }, after: {} },
    });
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<a ");
    expect(html).toContain(`&lt;/td&gt;&lt;script&gt;alert("1")&lt;/script&gt;`);
    expect(html).toContain("(none)");
  });

  it("stays short, whatever changed", async () => {
    const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
    const values = Object.fromEntries(names.map((name) => [name, "x".repeat(5_000)]));
    const { text } = await mailOf({
      ...common,
      changedFields: names,
      diff: { before: values, after: values },
    });
    expect(text).toContain("The first 50 of 60 values are shown.");
    expect(text.length).toBeLessThan(60_000);
  });

  it("says so where the values were too long for the event", async () => {
    const omitted = { diff: { before: {}, after: {} }, diffOmitted: "size" };
    const { text } = await mailOf({ ...common, ...omitted });
    expect(text).toContain("too long to be shown here: price");
    expect(text).not.toContain("(none)");
  });

  it("says that a test is one", async () => {
    const { mail, text } = await mailOf({ ...common, test: true });
    expect(mail?.subject).toBe("Test alert: example.com/item/7");
    expect(text).toContain("Nothing has changed; the values are sample data.");
  });

  it("sends nothing of other events", async () => {
    const { failure, mail } = await mailOf({ id: "evt" }, "job.completed");
    expect([failure, mail]).toEqual(["mail-refused", undefined]);
  });
});
