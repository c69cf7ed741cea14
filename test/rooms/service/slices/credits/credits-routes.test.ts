import { describe, expect, it } from "vitest";
import { creditsRoutes } from "../../../../../src/service/slices/credits/routes.ts";
import type { Accounts } from "../../../../../src/service/accounts/accounts.ts";
import { serviceSettings } from "../../../../../src/service/base/service-settings.ts";
import { callRow } from "../webhooks/row-call.ts";

const account = { id: "ada", name: null, createdAt: "2026-11-22T00:00:00.000Z" };

function routes(balance: number, used: number) {
  const asked: string[] = [];
  const accounts = {
    get: async (id: string) => {
      asked.push(id);
      return { ...account, balance, used };
    },
  } as Partial<Accounts> as Accounts;
  const settings = serviceSettings({ prices: { scrape: 5 } });
  return { asked, rows: creditsRoutes({ accounts, settings }) };
}

describe("GET /credits", () => {
  it("tells balance, use and the configured prices of the caller's account", async () => {
    const { rows, asked } = routes(297, 3);
    const { status, json } = await callRow(rows, "GET /credits", { account: "ada" });
    expect(status).toBe(200);
    expect(json).toEqual({
      balance: 297,
      used: 3,
      prices: {
        scrape: 5,
        scrapeActions: 1,
        scrapeSummary: 1,
        scrapeJson: 2,
        map: 1,
        crawlPage: 1,
        webScraper: 1,
        search: 3,
        agenticSearch: 10,
        monitorPage: 2,
        monitorValues: 3,
        monitorSitePage: 1,
        monitorAi: 1,
        browserConnection: 1,
        aiTask: 5,
        buildRequest: 25,
        visibilitySource: 1,
      },
    });
    expect(asked).toEqual(["ada"]);
  });

  it("may be called 60 times a minute by a user", () => {
    const [row] = routes(0, 0).rows;
    expect(row).toMatchObject({ access: "key", limit: { limit: 60, per: "user" } });
  });
});
