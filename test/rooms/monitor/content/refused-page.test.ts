import { describe, expect, it } from "vitest";
import { parse } from "dragline/html";
import { makeBody } from "../../../../src/monitor/content/make-body.ts";
import { makeValues } from "../../../../src/monitor/content/values/make-values.ts";
import { isLoginPath } from "../../../../src/monitor/content/login-path.ts";
import { refusalOf } from "../../../../src/monitor/content/refused-page.ts";

const url = "https://site.test/prices";
const code = (html: string, at = url): string | undefined =>
  refusalOf(parse(html), { url: at, html })?.code;
const password = "<form><input name=u><input type=password name=p><button>Go</button></form>";
const long = `<p>${"The keeper of the light wrote down every ship that passed. ".repeat(40)}</p>`;

describe("refusalOf", () => {
  it.each([
    ["a login", `<title>Log in - Shop</title>${password}`],
    ["a login in German", `<h1>Anmelden</h1>${password}`],
    ["a login in Japanese", `<h1>ログイン</h1>${password}`],
    ["a login in Spanish", `<title>Shop | Iniciar sesión</title>${password}`],
    ["a login elsewhere", "<h1>Sign in to continue</h1><a href=/sso>With your company</a>"],
    ["a session that ended", "<h1>Your session has expired</h1><p>Please log in again.</p>"],
  ])("finds %s", (_, html) => {
    expect(code(html)).toBe("LOGIN_REQUIRED");
  });

  it.each([
    ["maintenance", "<title>Maintenance</title><p>We are working on it.</p>"],
    ["a pause", "<h1>We'll be back soon!</h1>"],
    ["maintenance in German", "<h1>Wartungsarbeiten</h1><p>Bitte später.</p>"],
    ["maintenance in French", "<h1>Site en maintenance</h1>"],
    ["a number", "<title>404</title><p>Nothing here.</p>"],
    ["a number with words", "<title>503 Service Unavailable</title><h1>Oops</h1>"],
    ["a page that is not found", "<h1>Page not found</h1><p>Sorry.</p>"],
    ["something that went wrong", "<h1>Oops! Something went wrong.</h1>"],
    ["a database that is away", "<h1>Error establishing a database connection</h1>"],
    ["an application's error", "<title>Application Error</title><p>Try later.</p>"],
    ["a page that is not found, in Russian", "<h1>Страница не найдена</h1>"],
  ])("finds %s", (_, html) => {
    expect(code(html)).toBe("ERROR_PAGE");
  });

  it.each([
    [
      "an article on errors",
      `<title>404 Not Found - Reference</title><h1>404 Not Found</h1>${long}`,
    ],
    ["a page with a login beside its text", `<title>Prices</title>${long}${password}`],
    [
      "a short page with a login at its edge",
      `<title>Prices</title><h1>Prices</h1><p>Tea 4</p>${password}`,
    ],
    ["a name that begins with a number", "<title>500 Days of Summer</title><p>A film.</p>"],
    ["a product", "<h1>404 GTS engine oil</h1><p>€ 12</p>"],
    [
      "a service for maintenance",
      `<title>Bike shop</title><h1>Bikes</h1><p>Maintenance of bikes</p>`,
    ],
    ["a list of errors", "<title>Status</title><h1>All systems operational</h1><p>No errors</p>"],
    ["a word that only begins so", `<title>Login.gov statistics</title><p>Users: 5</p>`],
  ])("lets %s be", (_, html) => {
    expect(code(html)).toBeUndefined();
  });

  it("lets a login be whose address says that it is one", () => {
    for (const path of [
      "/login",
      "/users/sign_in",
      "/wp-login.php",
      "/account/login?next=%2F",
      "/?action=login",
    ]) {
      expect(isLoginPath(`https://site.test${path}`), path).toBe(true);
      expect(
        code(`<title>Log in</title>${password}`, `https://site.test${path}`),
        path,
      ).toBeUndefined();
    }
    for (const path of ["/", "/blogin", "/authors/ann", "/login-statistics", "/casino"])
      expect(isLoginPath(`https://site.test${path}`), path).toBe(false);
  });

  it("makes neither bodies nor values of such pages", () => {
    const html = "<title>503 Service Unavailable</title><p class=price>0</p>";
    const body = makeBody({ url, html }, { format: "markdown", filters: {} }, { maxLength: 1000 });
    expect(body).toMatchObject({
      status: "failed",
      code: "ERROR_PAGE",
      error: expect.stringContaining("503"),
    });
    const fields = { price: { selector: ".price" } };
    expect(makeValues({ url, html }, { fields, schema: null, filters: {} })).toMatchObject({
      code: "ERROR_PAGE",
    });
  });
});
