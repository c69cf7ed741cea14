import { createRawSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createConnector, type Resolver } from "../../../src/net/index.ts";
import { corpusJson, corpusMissing } from "../../corpus.ts";
import { calm, recordingDialer, tableResolver } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";

interface Forms {
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly forms: readonly { readonly url: string; readonly must: "deny" | "reject" | "allow" }[];
}

const { dns, forms }: Forms = corpusMissing
  ? { dns: {}, forms: [] }
  : corpusJson<Forms>("ssrf/forms.json");

/** A Connector that does not connect: what of the form would have been dialled, and why not. */
async function attempt(text: string) {
  const dialer = recordingDialer();
  const resolver = tableResolver(dns);
  const connector = createConnector({ resolver, dialer });
  const url = URL.parse(text.replace("{P}", "8080"));
  const error = url === null ? undefined : await refusalOf(() => connector.connect({ url }, calm));
  return { url, code: error?.code, targets: dialer.targets };
}

describe.skipIf(corpusMissing)(`the forms of server-side request forgery${corpusMissing}`, () => {
  it("are all here", () => {
    expect(forms.length).toBe(133);
  });

  it.each(forms.filter(({ must }) => must === "reject"))("$url is no URL", async ({ url }) => {
    const { url: parsed, code, targets } = await attempt(url);
    expect(parsed === null ? "INVALID_URL" : code).toBe("INVALID_URL");
    expect(targets).toEqual([]);
  });

  it.each(forms.filter(({ must }) => must === "deny"))("$url is never dialled", async ({ url }) => {
    const { url: parsed, code, targets } = await attempt(url);
    expect(parsed).not.toBeNull();
    expect(code).toMatch(/^(?:ADDRESS_NOT_ALLOWED|INVALID_URL)$/);
    expect(targets).toEqual([]);
  });

  it.each(forms.filter(({ must }) => must === "allow"))(
    "$url is dialled as it is",
    async (form) => {
      const { url, code, targets } = await attempt(form.url);
      const host = url?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
      expect(code).toBe("CONNECT_FAILED");
      expect(targets).toMatchObject([
        { addresses: dns[host] ?? [host], port: Number(url?.port || 80) },
      ]);
    },
  );

  it("never reach a real listener on loopback", async () => {
    await using site = await createRawSite((socket) => socket.end());
    const resolver: Resolver = {
      resolve: async (hostname) => dns[hostname] ?? ["127.0.0.1"],
    };
    const connector = createConnector({ resolver });
    const local = forms.filter(({ url, must }) => must !== "allow" && url.includes("{P}"));
    expect(local.length).toBeGreaterThan(40);
    for (const { url: text } of local) {
      const url = URL.parse(text.replace("{P}", String(site.port)));
      if (url !== null) await refusalOf(() => connector.connect({ url }, calm));
    }
    expect(site.connections).toBe(0);
  });

  it("reach it when the operator allows loopback, so that the last fact means something", async () => {
    await using site = await createRawSite((socket) => socket.end());
    const connector = createConnector({}, { allow: ["127.0.0.0/8"] });
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "127.1"]) {
      const url = new URL(`http://${host}:${site.port}/`);
      (await connector.connect({ url }, calm)).socket.destroy();
    }
    expect(site.connections).toBe(4);
  });
});
