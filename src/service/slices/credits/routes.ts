import { route, type Route } from "../../http/route.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { creditsSchema } from "./schema.ts";

/** What an account has, and what things cost (decisions, 4.12). */
export function creditsRoutes({
  accounts,
  settings,
}: Pick<ResourceParts, "accounts" | "settings">): Route[] {
  return [
    route({
      method: "GET",
      path: "/credits",
      operationId: "getCredits",
      tag: "Account",
      summary: "Show the credits of the account",
      family: "flat",
      access: "key",
      limit: { limit: 60, per: "user" },
      answers: { 200: { description: "Balance, use and prices.", schema: creditsSchema } },
      errors: [],
      run: async ({ caller, signal }) => {
        const { balance, used } = await accounts.get(caller.account, { signal });
        return { status: 200, json: { balance, used, prices: settings.prices } };
      },
    }),
  ];
}
