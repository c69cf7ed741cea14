import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Page } from "puppeteer-core";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  checkActions,
  isActionError,
  runActions,
  type ActionPage,
} from "../../../src/browser/actions/index.ts";
import type { DriverPage } from "../../../src/browser/driver.ts";
import { root } from "../../sources.ts";

function refused(value: unknown): { message: string; details: object } {
  try {
    checkActions(value);
  } catch (error) {
    if (!isActionError(error, "INVALID_ACTION")) throw error;
    return { message: error.message, details: error.details };
  }
  throw new Error("nothing was refused");
}

const wait = (milliseconds: unknown): object => ({ type: "wait", milliseconds });

describe("checkActions", () => {
  it("takes an empty list", () => {
    expect(checkActions([])).toEqual([]);
  });

  it("takes 15 actions and refuses 16", () => {
    expect(checkActions(Array.from({ length: 15 }, () => wait(1)))).toHaveLength(15);
    const { message, details } = refused(Array.from({ length: 16 }, () => wait(1)));
    expect(message).toBe("At most 15 actions are allowed; got 16.");
    expect(details).toEqual({ index: 15 });
  });

  it("fills in defaults and leaves out what it does not know", () => {
    expect(
      checkActions([
        { type: "wait_for", selector: "p", extra: 1 },
        { type: "scroll", selector: null, direction: null },
        { type: "wait_for", selector: "p", milliseconds: null },
      ]),
    ).toEqual([
      { type: "wait_for", selector: "p", milliseconds: 10_000 },
      { type: "scroll", direction: "down", selector: undefined },
      { type: "wait_for", selector: "p", milliseconds: 10_000 },
    ]);
  });

  it("gives a list that nobody can change", () => {
    const actions = checkActions([wait(1)]);
    expect(Object.isFrozen(actions) && Object.isFrozen(actions[0])).toBe(true);
  });

  it.each([undefined, null, "wait", {}, 1])("refuses %j instead of a list", (value) => {
    expect(refused(value).message).toMatch(/^Actions must be an array; got /);
  });

  it.each([null, "wait", [], 1, undefined])("refuses %j instead of an action", (value) => {
    const { message, details } = refused([wait(1), value]);
    expect(message).toMatch(/^action 1: must be an object; got /);
    expect(details).toEqual({ index: 1 });
  });

  it("refuses a hole in the list", () => {
    const holes: unknown[] = [];
    holes.length = 2;
    expect(refused(holes).details).toEqual({ index: 0 });
  });

  it.each(["toString", "__proto__", "Click", "hover", "", 1, undefined])(
    "refuses the type %j",
    (type) => {
      const { message, details } = refused([{ type }]);
      expect(message).toMatch(
        /^action 0: 'type' must be one of wait, wait_for, click, scroll, write, press; got /,
      );
      expect(details).toEqual({ index: 0, field: "type" });
    },
  );

  it.each([1, 15_000])("takes a wait of %d ms", (milliseconds) => {
    expect(checkActions([wait(milliseconds)])).toEqual([{ type: "wait", milliseconds }]);
  });

  it.each([0, -1, 15_001, 1.5, "5", Number.NaN, Number.POSITIVE_INFINITY, null, undefined])(
    "refuses a wait of %j",
    (milliseconds) => {
      const { message, details } = refused([wait(milliseconds)]);
      expect(message).toMatch(
        /^action 0 \(wait\): 'milliseconds' must be a whole number from 1 to 15000; got /,
      );
      expect(details).toEqual({ index: 0, type: "wait", field: "milliseconds" });
    },
  );

  it("takes 30 s of waits together and refuses 1 ms more", () => {
    expect(checkActions([wait(15_000), wait(15_000)])).toHaveLength(2);
    const { message, details } = refused([wait(15_000), wait(15_000), wait(1)]);
    expect(message).toContain("action 2 (wait): all waits together must be at most 30000");
    expect(details).toEqual({ index: 2, type: "wait", field: "milliseconds" });
  });

  it.each([0, 30_001, 2.5, "1"])("refuses to wait_for %j ms", (milliseconds) => {
    expect(refused([{ type: "wait_for", selector: "p", milliseconds }]).details).toEqual({
      index: 0,
      type: "wait_for",
      field: "milliseconds",
    });
  });

  it.each(["click", "wait_for", "scroll"])("takes 500 characters of selector for %s", (type) => {
    expect(checkActions([{ type, selector: "a".repeat(500) }])).toHaveLength(1);
    for (const selector of ["a".repeat(501), "", "  ", 5, {}, []]) {
      expect(refused([{ type, selector }]).details).toEqual({ index: 0, type, field: "selector" });
    }
  });

  it.each(["click", "wait_for"])("refuses %s without a selector", (type) => {
    expect(refused([{ type }]).message).toBe(
      `action 0 (${type}): 'selector' must be a CSS selector of 1 to 500 characters; got nothing.`,
    );
  });

  it("counts what is written in code points", () => {
    expect(checkActions([{ type: "write", text: "😀".repeat(1000) }])).toHaveLength(1);
    expect(checkActions([{ type: "write", text: "" }])).toHaveLength(1);
    for (const text of ["😀".repeat(1001), "x".repeat(1001), "x".repeat(5_000_000), 1, null]) {
      expect(refused([{ type: "write", text }]).details).toMatchObject({ field: "text" });
    }
  });

  it("does not repeat what was to be written, which may be a password", () => {
    expect(refused([{ type: "write", text: "secret".repeat(1000) }]).message).not.toContain("sec");
  });

  it.each(["left", 1, "", "DOWN"])("refuses the direction %j", (direction) => {
    expect(refused([{ type: "scroll", direction }]).details).toMatchObject({ field: "direction" });
  });

  it.each(
    "Enter enter RETURN Esc Del Space Up PageDown page_down ArrowLeft F1 F24 a A é + Control++".split(
      " ",
    ),
  )("takes the key %s", (key) => {
    expect(checkActions([{ type: "press", key }])).toEqual([{ type: "press", key }]);
  });

  it.each([
    " ",
    "Control+A",
    "Ctrl+Shift+K",
    "Cmd+C",
    "Shift+Tab",
    "Alt+F4",
    "Shift",
    "KeyA",
    "Digit1",
    "NumpadEnter",
    "\n",
    "\t",
    "ß",
    "日",
  ])("takes the key %j", (key) => {
    expect(checkActions([{ type: "press", key }])).toHaveLength(1);
  });

  it.each(["", "Entr", "ab", "Hyper+A", "A+B", "Control+", "F25", "F0", "\u0000", "++a", 13, null])(
    "refuses the key %j",
    (key) => {
      const { message, details } = refused([wait(1), { type: "press", key }]);
      expect(message).toMatch(/^action 1 \(press\): 'key' must be the name of a key, /);
      expect(details).toEqual({ index: 1, type: "press", field: "key" });
    },
  );

  it("refuses an endless key quickly", () => {
    expect(refused([{ type: "press", key: "Control+".repeat(1_000_000) }]).details).toMatchObject({
      field: "key",
    });
  });
});

describe("runActions", () => {
  const none: ActionPage = {
    isClosed: () => false,
    createCDPSession: () => Promise.reject(new Error("the page was touched")),
    on: () => {},
    off: () => {},
  };

  it("touches no page for actions that are wrong, or none", async () => {
    await expect(runActions(none, [])).resolves.toEqual([]);
    const wrong = runActions(none, [{ type: "wait", milliseconds: 0 }]);
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_ACTION" });
  });

  it("refuses an option that it does not know", async () => {
    const options: object = { timeout: 5 };
    await expect(runActions(none, [], options)).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it("rejects with the reason of a signal that has aborted", async () => {
    const reason = new Error("over");
    const run = runActions(none, [{ type: "wait", milliseconds: 1 }], {
      signal: AbortSignal.abort(reason),
    });
    await expect(run).rejects.toBe(reason);
  });

  it("fails with the driver's words when no session can be opened", async () => {
    const run = runActions(none, [{ type: "wait", milliseconds: 1 }]);
    await expect(run).rejects.toMatchObject({
      code: "ACTION_FAILED",
      message: "action 0 (wait): the page was touched.",
      details: { index: 0, reports: [{ index: 0, outcome: "failed" }] },
    });
  });

  it("works with puppeteer's pages", () => {
    expectTypeOf<Page>().toExtend<ActionPage>();
    expectTypeOf<DriverPage>().toExtend<ActionPage>();
  });
});

describe("dragline/actions", () => {
  it("loads core and itself only", () => {
    const seen = new Set(["src/browser/actions/index.ts"]);
    const packages: string[] = [];
    for (const path of seen) {
      const text = readFileSync(join(root, path), "utf8");
      for (const [, type, from = ""] of text.matchAll(
        /^(?:import|export)( type)?\b[^;]*?\bfrom "([^"]+)"/gm,
      )) {
        if (type !== undefined) continue;
        if (from.startsWith(".")) seen.add(normalize(join(dirname(path), from)));
        else packages.push(from);
      }
    }
    const strange = [...seen].filter(
      (path) =>
        !/^src\/(?:core\/|browser\/actions\/|browser\/(?:page-call|open-session)\.ts$)/.test(path),
    );
    expect(strange).toEqual([]);
    expect(packages.filter((name) => !name.startsWith("node:"))).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });
});
