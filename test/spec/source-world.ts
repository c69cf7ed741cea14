import { FakeVault } from "dragline/testing";
import { expect } from "vitest";
import type { User } from "../transports/index.ts";

/** The token of both vaults, and what their entries hold: it is in no answer. */
export const CANARY = "ops_the-token-that-nobody-sees";
export const VAULT_URL = "https://harbour.vault.azure.net/a?b=%2F";
export const path = "/wire/identity-sources";

const many = Object.fromEntries(
  Array.from({ length: 250 }, (_, index) => [
    `k${index}`,
    { title: `many ${String(index).padStart(3, "0")}`, fields: { password: CANARY } },
  ]),
);
/** A vault that can be browsed. */
export const vault = new FakeVault({
  token: CANARY,
  containers: {
    main: {
      name: "Main",
      entries: {
        shop: {
          title: "The Shop",
          category: "LOGIN",
          updatedAt: Date.UTC(2026, 4, 1),
          urls: [{ href: "https://login.EXAMPLE.com/in", label: "site" }],
          fields: { email: "ann@example.com", password: CANARY },
        },
        board: { title: "A board", tagNames: ["user"], fields: { password: CANARY } },
      },
    },
    [VAULT_URL]: { name: "Harbour", entries: many },
  },
});
/** One that cannot. */
export const closed = new FakeVault({
  descriptor: { type: "cloud_key_vault", browsable: false, authType: "api_key" },
  token: CANARY,
});

/** A refusal of these routes. */
export const refusal = (code: string, more: object = {}) => ({
  status: "error",
  error: { code, message: expect.any(String), ...more },
});

/** Connects a vault; gives the source's id. */
export async function connect(user: User, more: object = {}): Promise<string> {
  const json = { provider: "password_vault", token: CANARY, ...more };
  const answer = await user.post(path, json);
  expect(answer.status).toBe(201);
  return (answer.json["identity_source"] as { id: string }).id;
}
