import { parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const shown = (html: string): string => toText(wholePage(parse(html)));

const page = (style: string, text = "gone"): string =>
  `<style ${style}>.a { display: none }</style><p>The harbour is open.</p><p class=a>${text}</p>`;

describe("style sheets that pages have in common", () => {
  it("are judged anew for each page", () => {
    expect(shown(page(""))).toBe("The harbour is open.");
    expect(shown(page("media=screen"))).toBe("The harbour is open.");
    expect(shown(page("media='(prefers-contrast: more)'"))).toBe("The harbour is open.\ngone");
    expect(shown(page("media=print"))).toBe("The harbour is open.\ngone");
    expect(shown(page("", "gone too"))).toBe("The harbour is open.");
    expect(shown(`${page("")}<style>.a { display: block }</style>`)).toBe(
      "The harbour is open.\ngone",
    );
    expect(shown(page(""))).toBe("The harbour is open.");
  });

  it("are told apart where only their borders differ", () => {
    const rest = "<p>The harbour is open.</p><p class=a>a</p>";
    expect(shown(`<style>.a{display:none}</style><style>.a{display:block}</style>${rest}`)).toBe(
      "The harbour is open.\na",
    );
    expect(shown(`<style>.a{display:block}</style><style>.a{display:none}</style>${rest}`)).toBe(
      "The harbour is open.",
    );
    // The first ends within a rule, so the second says nothing of its own.
    expect(shown(`<style>.a{</style><style>display:none}</style>${rest}`)).toBe(
      "The harbour is open.\na",
    );
  });

  it("are read in bounds, whatever stands in each other", () => {
    const body = "<p hidden id=h>gone</p><p class=a>The harbour is open.</p>";
    const many = `${".a,".repeat(2000)}.b{${"x;{}".repeat(2000)}}`;
    const deep = `.a{${"&&&&&&&&{".repeat(15)}display:none${"}".repeat(15)}}`;
    const before = process.memoryUsage().heapUsed;
    for (let turn = 0; turn < 4; turn += 1) {
      for (const css of [many, deep]) {
        expect(shown(`<style>${css}/*${turn}*/</style>${body}`)).toBe("The harbour is open.");
      }
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
  });

  it("are forgotten, the oldest first", () => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (let index = 0; index < 10; index += 1) {
        const html = `<style>.c${index} { display: none }</style><p>The harbour is open.</p>`;
        expect(shown(`${html}<p class=c${index}>gone</p><p class=c${9 - index}>kept</p>`)).toBe(
          "The harbour is open.\nkept",
        );
      }
    }
  });
});
