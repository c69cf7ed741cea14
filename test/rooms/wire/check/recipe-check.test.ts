import type { Parameter, Recipe } from "dragline/wire";
import { checkRecipe, checkSite } from "../../../../src/wire/check/recipe-check.ts";
import { describe, expect, it } from "vitest";
import { actionOf, parameter } from "../actions.ts";
import { byRequests, membersEntry } from "../login-site.ts";

const get = { kind: "request", id: "items", url: "https://127.0.0.1/items" };

function issuesOf(recipe: Record<string, unknown>, site: Record<string, unknown> = {}): string[] {
  const action = actionOf(recipe, site);
  return checkRecipe(action.body as Recipe, action.site).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );
}

const withSteps = (...steps: unknown[]) => ({ steps });

describe("checkRecipe", () => {
  it("finds nothing in a recipe that is right", () => {
    expect(
      issuesOf(
        {
          parameters: [
            parameter("site", { required: true, format: "site", examples: ["blog.example"] }),
            parameter("language", { default: "en", examples: ["en"] }),
          ],
          steps: [
            { kind: "request", id: "a", url: "{{params.site}}/a/{{params.language | lower}}" },
            { kind: "request", id: "b", url: "https://{{params.language}}.wiki.example/api" },
            {
              kind: "extract",
              id: "read",
              list: "rows",
              fields: { a: "a?", b: { value: "{{item.a}}" } },
            },
            {
              kind: "each",
              id: "all",
              in: "{{steps.read.items}}",
              max: 5,
              steps: [{ kind: "request", id: "one", url: "{{item.a}}" }],
              output: { index: "{{index}}", name: "{{steps.one.body.name}}" },
            },
          ],
          output: { items: "{{steps.all.items}}", more: "{{steps.read.has_more}}" },
        },
        { hosts: ["127.0.0.1", "*.wiki.example"] },
      ),
    ).toEqual([]);
  });

  it.each([
    [{ ...withSteps(get), action_id: "other.x_y" }, /^action_id: .*'shop\.'/],
    [{ ...withSteps(get), auth_mode: "optional" }, /^auth_mode: .*supports no login/],
    [{ ...withSteps(get), output: "{{params.x}}" }, /^output: There is no parameter 'x'/],
    [{ ...withSteps(get), output: "{{steps.x}}" }, /^output: There is no step 'x'/],
    [{ ...withSteps(get), output: "{{steps.items.bdy}}" }, /^output: Step 'items' has no 'bdy'/],
    [{ ...withSteps(get), output: "{{steps.items.body | shout}}" }, /no filter 'shout'/],
    [
      { ...withSteps(get), output: "{{steps.items.body | join}}" },
      /'join' takes 1 arguments; got 0/,
    ],
    [{ ...withSteps(get), output: "{{env.HOME}}" }, /must begin with one of 'params'/],
    [{ ...withSteps(get), output: "{{steps.items.body" }, /Expected '\|' or '}}'/],
    [{ ...withSteps(get), output: ["{{item}}"] }, /^output\.0: There is no 'item' here/],
    [{ ...withSteps(get), output: "{{credential.token}}" }, /'auth_mode' is 'none'/],
    [{ ...withSteps(get), output_schema: { type: "nothing" } }, /^output_schema: /],
    [withSteps({ ...get, url: "https://evil.example/" }), /^steps\.0\.url: Host 'evil\.example'/],
    [withSteps({ ...get, url: "//127.0.0.1/" }), /must begin with http/],
    [withSteps({ ...get, url: "https://{{now}}/" }), /host must be constant/],
    [withSteps({ ...get, url: "https://x{{now}}.127.0.0.1/" }), /whole label/],
    [withSteps({ ...get, url: "{{now}}/x" }), /begin with a parameter of the format 'site'/],
    [withSteps({ ...get, json: {} }), /GET has no body/],
    [withSteps({ ...get, headers: { "a b": "x" } }), /'a b' is not a/],
    [withSteps(get, get), /^steps\.1\.id: An earlier step also has the id 'items'/],
    [withSteps({ kind: "extract", id: "e", fields: { a: "a" } }), /no earlier answer/],
    [
      withSteps(get, { kind: "extract", id: "e", fields: { a: "a..b" } }),
      /^steps\.1\.fields\.a: Expected a path/,
    ],
    [
      withSteps(get, { kind: "extract", id: "e", fields: { a: { css: "p" } } }),
      /JSON is read by 'path'/,
    ],
    [withSteps(get, { kind: "extract", id: "e", list: { css: "p" } }), /no elements/],
    [
      withSteps({ ...get, type: "html" }, { kind: "extract", id: "e", fields: { a: "b" } }),
      /needs a rule with 'css'/,
    ],
    [
      withSteps(
        { ...get, type: "html" },
        { kind: "extract", id: "e", fields: { a: { css: "p[" } } },
      ),
      /CSS selector/,
    ],
    [
      withSteps(
        { ...get, type: "html" },
        { kind: "extract", id: "e", fields: { a: { css: "p", path: "x" } } },
      ),
      /one of 'path'/,
    ],
    [
      withSteps(get, { kind: "extract", id: "e", fields: { a: { path: "a", pattern: "(" } } }),
      /not a valid RE2 regular expression/,
    ],
    [
      withSteps(get, { kind: "extract", id: "e", fields: { a: { path: "a", pattern: "(?=a)" } } }),
      /not a valid RE2 regular expression/,
    ],
    [
      withSteps(get, {
        kind: "extract",
        id: "e",
        fields: { a: { path: "a", filters: "trim | no" } },
      }),
      /no filter 'no'/,
    ],
    [
      withSteps(get, { kind: "assert", that: "{{now}}", message: "m" }),
      /A condition must say what it expects/,
    ],
    [withSteps(get, { kind: "file", id: "f", name: "a" }), /needs either 'request'/],
    [
      withSteps(get, { kind: "each", id: "e", in: "x", max: 1, steps: [get], output: null }),
      /Expected one template/,
    ],
    [
      withSteps({
        kind: "paginate",
        id: "p",
        request: { url: get.url },
        read: { list: "$" },
        next: { cursor: "c" },
        limit: 5,
      }),
      /cursor must be sent as a member/,
    ],
    [
      { ...withSteps(get), parameters: [parameter("a", { type: "integer" })] },
      /^parameters\.0\.examples\.0: /,
    ],
    [{ ...withSteps(get), parameters: [parameter("a"), parameter("a")] }, /two parameters 'a'/],
    [
      { ...withSteps(get), parameters: [parameter("a", { pattern: "[" })] },
      /^parameters\.0\.pattern: /,
    ],
    [
      { ...withSteps(get), parameters: [parameter("a", { minimum: 1 })] },
      /only allowed for numbers/,
    ],
  ])("tells what is wrong %#", (recipe, expected) => {
    expect(issuesOf(recipe).join("\n")).toMatch(expected);
  });

  it("checks the probe and the login of a site", () => {
    const { site } = actionOf(withSteps(get), {
      auth: { headers: { authorization: "Bearer {{credential.token | nope}}" } },
      probe: {
        steps: [{ kind: "request", id: "p", url: "{{params.site}}/meta.json" }],
        message: "{{steps.q}} is none.",
      },
    });
    expect(checkSite(site, []).map(({ path }) => path.join("."))).toEqual([
      "auth.headers.authorization",
      "probe.steps.0.url",
      "probe.steps.0.url",
      "probe.message",
    ]);
  });
});

describe("checkSite of a login", () => {
  const entry = (login: object, parts: object = {}): string[] =>
    checkSite(membersEntry({ login: { ...byRequests, ...login }, ...parts }), [site]).map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    );
  const site = { ...parameter("site", { format: "site" }), required: true } as Parameter;
  const step = { kind: "request", id: "x" };

  it("finds nothing in one that is right", () => {
    expect(entry({})).toEqual([]);
  });

  it.each([
    [{}, { auth_types: ["token"] }, "login: 'auth_types' must contain 'credentials'."],
    [{}, { auth: {} }, "login: A login results in cookies: 'auth' needs \"cookies\": true."],
    [{ success: [{}] }, {}, "login.success.0: A sign must say what the answer contains."],
    [{ mfa: [{ css: "a[" }] }, {}, /^login\.mfa\.0\.css: /],
    [{ locked: [{ where: [{ that: "x" }] }] }, {}, /^login\.locked\.0\.where\.0: A condition/],
    [
      { refused: [{ text: "x", message: "{{steps.y}}" }] },
      {},
      /^login\.refused\.0\.message: .*'y'/,
    ],
    [
      { values: { p: "{{params.password | lower}}" } },
      {},
      /^login\.values\.p: .*params\.password.* is a secret/,
    ],
    [{ session_cookies: "(" }, {}, /^login\.session_cookies: /],
    [
      { steps: [{ ...step, url: "https://evil.example/" }] },
      {},
      /^login\.steps\.0\.url: Host 'evil/,
    ],
    [
      { steps: [{ ...step, url: "{{params.site}}/{{credential.x}}" }] },
      {},
      /action uses the credential/,
    ],
    [
      { check: [{ ...step, url: "{{params.site}}/{{steps.home.status}}" }] },
      {},
      /^login\.check\.0\.url: There is no step 'home'/,
    ],
  ])("tells what is wrong %#", (login, parts, told) => {
    const issues = entry(login, parts);
    expect(
      issues.filter((issue) => (typeof told === "string" ? issue === told : told.test(issue))),
    ).toHaveLength(1);
  });

  it("holds the name of a login free", () => {
    expect(() => actionOf({ ...withSteps(get), action_id: "shop.login" })).toThrow(/action_id/);
  });
});
