import { describe, expect, it } from "vitest";
import { Secrets, type Reach } from "dragline/agent";
import { NavigationPolicy } from "../../../../src/agent/tools/policy.ts";
import { calls, done, FakeTool, saying, TaskStage } from "../task-stage.ts";

const word = 'Grüße & "1"+/x-[y]$^|{z}\\.*?()';

describe("Secrets", () => {
  const secrets = (origins?: Record<string, string>) =>
    new Secrets({ password: word, pin: "42", empty_user: "ann@example.com" }, origins);

  it("are filled in by name on the first origin, and on no other", () => {
    const mine = secrets();
    expect(mine.reveal("a {{secret.password}} b", "https://a.test")).toEqual({
      text: `a ${word} b`,
    });
    expect(mine.reveal("{{ secret.password }}", "https://b.test")).toMatchObject({
      refusal: expect.stringMatching(/password.*https:\/\/a\.test.*https:\/\/b\.test/),
    });
    expect(mine.reveal("{{secret.pin}}", "https://b.test")).toEqual({ text: "42" });
    expect(mine.reveal("{{secret.none}}", "https://a.test")).toMatchObject({
      refusal: "There is no secret 'none'.",
    });
    expect(mine.reveal("{{secret.none}}{{secret.empty_user}}", "https://c.test")).toHaveProperty(
      "refusal",
    );
    expect(mine.reveal("{{secret.empty_user}}", "https://d.test")).toHaveProperty("text");
  });

  it("are for the origin that is given, from the beginning", () => {
    const mine = secrets({ password: "https://a.test" });
    expect(mine.reveal("{{secret.password}}", "http://a.test")).toHaveProperty("refusal");
    expect(mine.reveal("{{secret.password}}", "https://a.test")).toHaveProperty("text");
  });

  it.each([
    ["as it is", word],
    ["in an address", encodeURIComponent(word)],
    ["in a form's body", encodeURIComponent(word).replaceAll("%20", "+")],
    ["in HTML", word.replaceAll("&", "&amp;").replaceAll('"', "&quot;")],
    ["in JSON", JSON.stringify(word)],
    ["in base64", Buffer.from(word).toString("base64")],
    ["backwards", [...word].toReversed().join("")],
    ["in capitals", word.toUpperCase()],
  ])("are masked %s", (_, shown) => {
    const masked = secrets().mask(`<${shown}>`);
    expect(masked).toContain("***");
    expect(masked).not.toContain(shown.replaceAll('"', ""));
  });

  it("that are short are masked where they stand alone", () => {
    expect(secrets().mask("pin 42, 420 boats, a42")).toBe("pin ***, 420 boats, a42");
  });

  it("may have any name that fits into a placeholder, and no value", () => {
    const mine = new Secrets({ "user's e-mail": "ann@example.com", none: "" });
    expect(mine.reveal("{{secret.user's e-mail}}{{ secret.none }}", "https://a.test")).toEqual({
      text: "ann@example.com",
    });
    expect(mine.mask("none")).toBe("none");
  });

  it("are masked in texts and names of JSON, which stays JSON", () => {
    const mine = new Secrets({ pin: "42", word: "true", quote: '":"' });
    const given = { a: 42, b: true, c: ["pin 42", { true: "true" }], d: null };
    expect(mine.maskJson(given)).toEqual({
      a: 42,
      b: true,
      c: ["pin ***", { "***": "***" }],
      d: null,
    });
  });

  it("are masked in the prompt and the schema too, should they stand there", async () => {
    const stage = new TaskStage(done({ kind: "a" }));
    const properties = { kind: { description: `not ${word}` } };
    const mine = new Secrets({ word });
    const task = { prompt: `Type ${word}.`, outputSchema: { properties }, secrets: mine };
    expect(await stage.run(task)).toMatchObject({ success: true });
    const asked = JSON.stringify(stage.callAt(0));
    expect(asked).toContain("Type ***.");
    expect(asked).not.toContain(JSON.stringify(word).slice(1, -1));
  });

  it.each([
    { "a{b": "x" },
    { " a": "x" },
    { "": "x" },
    { "a\nb": "x" },
    { ["x".repeat(201)]: "y" },
  ])("refuses %j", (values) => {
    expect(() => new Secrets(values)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });

  it("reach no model, step, result or error, whatever tools and pages show", async () => {
    const show = new FakeTool("show", [
      { said: `Typed ${word}.`, page: `- textbox: ${encodeURIComponent(word)}` },
    ]);
    const stage = new TaskStage(
      saying(`I type ${word}.`, ["show", { text: "{{secret.password}}", again: word }]),
      done(`It is ${word}.`),
    );
    const mine = secrets();
    const result = await stage.run({ tools: [show], secrets: mine });
    expect(result).toMatchObject({ success: true, result: "It is ***." });
    const asked = JSON.stringify([stage.callAt(0), result, stage.told]);
    const later = JSON.stringify(stage.callAt(1)?.prompt.filter(({ role }) => role === "tool"));
    for (const text of [asked, later]) {
      for (const form of [word, encodeURIComponent(word), JSON.stringify(word).slice(1, -1)]) {
        expect(text).not.toContain(form);
      }
    }
    expect(stage.textAt(0)).toContain("{{secret.password}}, {{secret.pin}}");
    const failing = new TaskStage(calls(["give_up", { reason: `No ${word}.` }]));
    expect(await failing.run({ secrets: mine })).toMatchObject({ error: "No ***." });
  });
});

describe("NavigationPolicy", () => {
  it.each<[Reach, string, boolean]>([
    ["same-site", "https://www.shop.co.uk/a", true],
    ["same-site", "https://login.shop.co.uk/", true],
    ["same-site", "http://shop.co.uk:8080/", true],
    ["same-site", "https://other.co.uk/", false],
    ["same-site", "https://shop.co.uk.evil.test/", false],
    [{ sites: ["pay.test"] }, "https://shop.co.uk/", true],
    [{ sites: ["pay.test"] }, "https://eu.PAY.test/", true],
    [{ sites: ["pay.test"] }, "https://notpay.test/", false],
    ["any", "https://elsewhere.test/", true],
    ["any", "file:///etc/passwd", false],
    ["any", "javascript:alert(1)", false],
    ["any", "not an address", false],
  ])("%j lets a task of shop.co.uk to %s: %s", (reach, url, isLet) => {
    const policy = new NavigationPolicy(reach, "https://shop.co.uk/");
    expect(policy.refusalOf(url) === undefined).toBe(isLet);
  });

  it("takes the first address for the site where none is given, also an IP address", () => {
    const policy = new NavigationPolicy("same-site");
    expect(policy.refusalOf("http://127.0.0.1:81/")).toBeUndefined();
    expect(policy.refusalOf("http://127.0.0.1:81/b")).toBeUndefined();
    expect(policy.refusalOf("http://10.0.0.1/")).toContain("10.0.0.1 is elsewhere");
  });
});
