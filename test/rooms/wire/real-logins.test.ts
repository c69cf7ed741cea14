import { builtInCatalog, type Credential } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runOnce } from "./actions.ts";
import { logInOnce } from "./login-site.ts";
import { admin, notRun, openMediaWiki, openWordPress, type RealSite } from "./real-software.ts";

/**
 * Logins of the catalog against the software itself. To repeat it: install Debian's packages wordpress,
 * mediawiki, php-cli, php-sqlite3, php-mysql, mariadb-server, and run this file with DRAGLINE_REAL_LOGINS=1.
 */
const skipped = notRun === undefined ? "" : ` (skipped: ${notRun})`;
const MINUTES = 240_000;

async function logIn(slug: string, site: string, given: Partial<typeof admin> = {}) {
  const entry = (await builtInCatalog()).site(slug);
  if (entry === undefined) throw new Error(slug);
  return await logInOnce(entry, { params: { site, ...admin, ...given }, trace: true });
}

async function credentialOf(slug: string, site: string) {
  const result = await logIn(slug, site);
  if (result.status !== "signed_in") throw new Error(JSON.stringify(result));
  expect(JSON.stringify(result.trace)).not.toContain(admin.password);
  return result;
}

async function act(id: string, params: Record<string, string>, credential: Credential) {
  const action = (await builtInCatalog()).action(id);
  if (action === undefined) throw new Error(id);
  return await runOnce(action, { params, credential });
}

describe.skipIf(notRun !== undefined)(`WordPress itself${skipped}`, () => {
  let site: RealSite;
  beforeAll(async () => {
    site = await openWordPress();
  }, MINUTES);
  afterAll(() => site?.[Symbol.asyncDispose]());

  it(
    "lets the account in, which can write until it is signed out",
    async () => {
      const { credential, expiresAt } = await credentialOf("wordpress", site.origin);
      const days = (expiresAt - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(13);
      expect(days).toBeLessThan(15);
      expect(credential.values).toEqual({ site: site.origin, user: admin.username });
      const params = { site: site.origin, title: "Made by a test", content: "Hello" };
      expect(await act("wordpress.create_post", params, credential)).toMatchObject({
        status: "completed",
      });
      site.endSessions();
      expect(await act("wordpress.create_post", params, credential)).toMatchObject({
        error: { code: "AUTH_EXPIRED" },
      });
    },
    MINUTES,
  );

  it.each([[{ password: "wrong" }], [{ username: "nobody" }]])(
    "refuses %j",
    async (given) => {
      expect(await logIn("wordpress", site.origin, given)).toMatchObject({
        error: { code: "BAD_PASSWORD" },
      });
    },
    MINUTES,
  );
});

describe.skipIf(notRun !== undefined)(`MediaWiki itself${skipped}`, () => {
  let site: RealSite;
  beforeAll(async () => {
    site = await openMediaWiki();
  }, MINUTES);
  afterAll(() => site?.[Symbol.asyncDispose]());

  it(
    "lets the account in until it is signed out",
    async () => {
      const { credential, expiresAt } = await credentialOf("mediawiki", site.origin);
      expect(expiresAt - Date.now()).toBeGreaterThan(29 * 86_400_000);
      const params = { site: site.origin };
      expect(await act("mediawiki.get_wiki_info", params, credential)).toMatchObject({
        status: "completed",
      });
      site.endSessions();
      expect(await act("mediawiki.get_wiki_info", params, credential)).toMatchObject({
        error: { code: "AUTH_EXPIRED" },
      });
    },
    MINUTES,
  );

  it(
    "refuses a wrong password, and locks the account when there are too many",
    async () => {
      const codes: string[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const result = await logIn("mediawiki", site.origin, { password: `wrong ${attempt}` });
        if (result.status === "refused") codes.push(result.error.code);
      }
      expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => "BAD_PASSWORD"));
      expect(codes.at(-1)).toBe("ACCOUNT_LOCKED");
    },
    MINUTES,
  );
});

describe.skipIf(notRun !== undefined)(`MediaWiki with captchas${skipped}`, () => {
  it(
    "tells that it wants one behind a wrong password",
    async () => {
      await using site = await openMediaWiki({ captcha: true });
      expect(await logIn("mediawiki", site.origin, { password: "wrong" })).toMatchObject({
        error: { code: "BAD_PASSWORD" },
      });
      expect(await logIn("mediawiki", site.origin)).toMatchObject({
        error: { code: "CAPTCHA_REQUIRED" },
      });
    },
    MINUTES,
  );
});
