/**
 * Stands in for the WebAssembly of 1Password's SDK, which runs as it is around it. What it does is what
 * the token's member `play` says. Loaded in the provider's thread.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Client } from "@1password/sdk";

const require = createRequire(import.meta.url);
// The package does not export it.
const builder = join(dirname(require.resolve("@1password/sdk")), "client_builder.js");
const { createClientWithCore } = require(builder) as {
  createClientWithCore: (settings: object, core: object) => Promise<Client>;
};

/** A value that the fake vault holds. */
const VALUE = "canary-value-p4ssw0rd!";
const WORK = "workworkworkworkworkwork26";
const SHOP = "shopshopshopshopshopshop26";

/** The SDK's client over the fake. */
export function open(settings: { auth: string }): Promise<Client> {
  const json = Buffer.from(settings.auth.slice(4), "base64url").toString();
  const { play = "" } = JSON.parse(json) as { play?: string };
  return createClientWithCore(settings, {
    setInner: () => {},
    initClient: async () => "1",
    releaseClient: () => {},
    invoke: async ({ invocation }: Invocation) => invoke(invocation.parameters, play),
  });
}

interface Invocation {
  readonly invocation: {
    readonly parameters: { readonly name: string; readonly parameters: Record<string, string> };
  };
}

const titles = ["Shop", "Bank", "Twice", "Twice"];

async function invoke({ name, parameters }: Invocation["invocation"]["parameters"], play: string) {
  await act(play);
  if (name === "VaultsList") {
    return JSON.stringify([vault(WORK, "Work", 3), vault("h".repeat(26), "Home")]);
  }
  if (parameters["vault_id"] !== WORK) throw new Error("resource not found");
  if (name === "ItemsList") {
    return JSON.stringify(titles.map((title, index) => overview(title, index)));
  }
  if (parameters["item_id"] === SHOP) return JSON.stringify(item());
  throw new Error("item not found");
}

async function act(play: string): Promise<void> {
  if (play === "exit") process.exit(3);
  if (play.startsWith("says ")) throw new Error(`${play.slice(5)} ${VALUE}`);
  if (play === "loud") for (const say of [console.log, console.error]) say(VALUE);
  if (play === "panic") {
    setImmediate(() => {
      throw new Error("url parse");
    });
  }
  if (play === "panic" || play === "hang") await new Promise(() => {});
}

function vault(id: string, title: string, activeItemCount?: number) {
  return { id, title, description: "", activeItemCount };
}

function overview(title: string, index: number) {
  const id = index === 0 ? SHOP : `${index}`.padEnd(26, "x");
  const websites = [{ url: `https://${title}.example`, label: "site", autofillBehavior: "Never" }];
  const category = title === "Bank" ? "CreditCard" : "Login";
  const at = "2026-05-01T10:00:00Z";
  return {
    id,
    title,
    category,
    vaultId: WORK,
    websites,
    tags: [],
    createdAt: at,
    updatedAt: at,
    state: "active",
  };
}

function item() {
  const field = (id: string, title: string, more: object) => ({
    id,
    title,
    fieldType: "Text",
    ...more,
  });
  return {
    ...overview("Shop", 0),
    fields: [
      field("username", "username", { value: "ann@example.com" }),
      field("password", "password", { value: VALUE }),
      field("f1", "PIN", { value: "1234", sectionId: "s1" }),
      field("f2", "same", { value: "one" }),
      field("f3", "same", { value: "two" }),
      field("f4", "empty", { value: "" }),
      field("TOTP_1", "one-time", {
        value: "otpauth://x",
        fieldType: "Totp",
        details: { type: "Otp", content: { code: "654321" } },
      }),
    ],
    sections: [{ id: "s1", title: "Phone" }],
    notes: "",
    version: 1,
    files: [],
  };
}
