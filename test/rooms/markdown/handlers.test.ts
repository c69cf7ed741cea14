import { parse, wholePage } from "dragline/html";
import { defaultHandlers, toMarkdown, type ElementHandler } from "dragline/markdown";
import { describe, expect, it } from "vitest";

const marked: ElementHandler = {
  enter({ out }) {
    out.open({ kind: "mark", opener: "==", closer: "==", flanking: true });
    return true;
  },
  exit({ out }) {
    out.close("mark");
  },
};

describe("handlers", () => {
  it("may convert other pages meanwhile", () => {
    const aside: ElementHandler = {
      enter({ out }) {
        out.inline(toMarkdown("<b>in</b> between"));
        return false;
      },
    };
    const html = "<p>one</p><aside>x</aside><p>two <i>three</i></p>";
    expect(toMarkdown(html, { handlers: { aside } })).toBe("one\n\n**in** between\n\ntwo *three*");
  });

  it("come before the built-in ones, by name", () => {
    const nothing: ElementHandler = { enter: () => false };
    const html = "<b>a</b><mark> b </mark>c<custom-note>d</custom-note>";
    expect(toMarkdown(html, { handlers: { mark: marked, "custom-note": nothing } })).toBe(
      "**a** ==b== c",
    );
  });

  it("leave the built-in table as it was", () => {
    toMarkdown("a", { handlers: { b: marked } });
    expect(toMarkdown("<b>a</b>")).toBe("**a**");
    expect(Object.isFrozen(defaultHandlers)).toBe(true);
  });

  it("can call the built-in ones", () => {
    const built = defaultHandlers["blockquote"];
    const quote: ElementHandler = {
      enter(element) {
        built?.enter(element);
        element.out.text("Quote: ");
        return true;
      },
      exit: (element) => built?.exit?.(element),
    };
    expect(toMarkdown("<blockquote>a</blockquote>b", { handlers: { blockquote: quote } })).toBe(
      "> Quote: a\n\nb",
    );
  });

  it("see attributes, URLs and options", () => {
    const player: ElementHandler = {
      enter(element) {
        const url = element.url(element.attribute("src"));
        element.out.openLink(url === undefined ? undefined : { url });
        element.out.text(element.options.flavor);
        element.out.closeLink();
        return false;
      },
    };
    const view = wholePage(parse("<x-player src=/v></x-player><x-player src=javascript:1>"), {
      url: "https://site.example/",
    });
    expect(toMarkdown(view, { handlers: { "x-player": player } })).toBe(
      "[gfm](https://site.example/v)gfm",
    );
  });

  it("are never confused with what every object has", () => {
    expect(toMarkdown("<constructor>a</constructor><toString>b</toString>", { handlers: {} })).toBe(
      "ab",
    );
    expect(toMarkdown("<constructor>a</constructor>", { handlers: { x: marked } })).toBe("a");
  });
});
