import { parse, toText, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const text = "The keeper of the light wrote down every ship that passed the headland. ".repeat(4);
const linked = "<link rel=stylesheet href=/site.css>";
const seen = (head: string, html: string, body = ""): string => {
  const page = `<head>${head}</head><body ${body}><p>${text}</p>${html}<p>${text}</p>`;
  return toText(wholePage(parse(page)))
    .replaceAll(text.trim(), "")
    .trim();
};

describe("wholePage of a page with a linked sheet", () => {
  it.each([
    ["a class", ".x{color:#fff}", "<p class=x>gone"],
    ["a class on a stated page", "body{background:#fff}.x{color:#fff}", "<p class=x>gone"],
    ["an id", "#x{color:white}", "<div id=x>gone</div>"],
    ["a rule in a rule", ".a{margin:0;& .x{color:#fff}}", "<div class=a><p class=x>gone</div>"],
    ["a rule in a rule without &", ".a{.x{color:#fff}}", "<div class=a><p class=x>gone</div>"],
    ["a screen", "@media screen{.x{color:#fff}}", "<p class=x>gone"],
    ["a layer", "@layer base{.x{color:#fff}}", "<p class=x>gone"],
    ["a named layer that comes first", "@layer a,b;@layer a{.x{color:#fff}}", "<p class=x>gone"],
    ["nearly white", ".x{color:#fdfdfd}", "<p class=x>gone"],
    ["white by another way of writing", ".x{color:hsl(0 0% 100%)}", "<p class=x>gone"],
    ["no size", ".x{font-size:0}", "<p class=x>gone"],
    [
      "a containing element",
      ".a{background:#123456}.x{color:#123456}",
      "<div class=a><p class=x>gone</div>",
    ],
    ["a colour of another rule", "p.x{color:#fff}.y{background:#fff}", "<p class='x y'>gone"],
    [
      "a container of the site",
      ".x{color:#fff}",
      "<div class=container><div class='row content'><p class=x>gone</div></div>",
    ],
    ["its style", "", "<p style='color:#fff'>gone"],
    ["its style, by a variable", ":root{--ink:#fff}", "<p style='color:var(--ink)'>gone"],
    ["its own variable", "", "<p style='--Ink:white;color:var( --Ink )'>gone"],
    [
      "a variable of a variable",
      ":root{--a:#fff;--b:var(--a)}.x{color:var(--b)}",
      "<p class=x>gone",
    ],
    [
      "a variable of what is around it",
      ".a{--ink:#fff}.x{color:var(--ink,#000)}",
      "<div class=a><p class=x>gone</div>",
    ],
    ["a value for lack of a variable", ".x{color:var(--ink, var(--no, #fff))}", "<p class=x>gone"],
    ["what a variable displays", ":root{--d:none}.x{display:var(--d)}", "<p class=x>gone"],
    [
      "content-visibility of a box in a line",
      "#x{content-visibility:hidden;display:inline-block}",
      "<span id=x>gone</span>",
    ],
    ["content-visibility", ".x{content-visibility:hidden}", "<div class=x>gone</div>"],
  ])("heeds what the page itself says: %s", (_, css, html) => {
    expect(seen(`${linked}<style>${css}</style>`, html)).toBe("");
  });

  it.each([
    [
      "a dark picture",
      ".a{background:url(night.jpg)}.x{color:#fff}",
      "<div class=a><p class=x>seen</div>",
    ],
    [
      "a picture in its style",
      ".x{color:#fff}",
      "<div style='background-image:url(n.jpg)'><p class=x>seen</div>",
    ],
    [
      "a gradient",
      ".a{background:linear-gradient(#000,#333)}.x{color:#fff}",
      "<div class=a><p class=x>seen</div>",
    ],
    ["a dark colour", ".a{background:#222}.x{color:#fff}", "<div class=a><p class=x>seen</div>"],
    [
      "a dark variable",
      ":root{--n:#111}.a{background:var(--n)}.x{color:#fff}",
      "<div class=a><p class=x>seen</div>",
    ],
    ["a variable of the linked sheet", ".x{color:var(--ink)}", "<p class=x>seen"],
    [
      "a variable that refers to itself",
      ":root{--a:var(--b);--b:var(--a)}.x{color:var(--a)}",
      "<p class=x>seen",
    ],
    ["a state", ".x:hover{color:#fff}", "<p class=x>seen"],
    ["print", "@media print{.x{color:#fff}}", "<p class=x>seen"],
    ["a shadow", ".x{color:#fff;text-shadow:0 0 2px #000}", "<p class=x>seen"],
    ["grey", ".x{color:#eee}", "<p class=x>seen"],
    ["a dark page", "body{color:#fff}.x{color:#fff}", "<p class=x>seen"],
    [
      "a background that is more important than its colour",
      ".x{color:#fff;background:#222!important}.y{background-color:#fff}",
      "<p class='x y'>seen",
    ],
    ["what a script is to display", ".x{visibility:var(--shown,hidden)}", "<p class=x>seen"],
    ["content-visibility for speed", ".x{content-visibility:auto}", "<div class=x>seen</div>"],
    [
      "content-visibility of a table",
      ".x{content-visibility:hidden}",
      "<table class=x><tr><td>seen</table>",
    ],
    ["content-visibility of a line", ".x{content-visibility:hidden}", "<span class=x>seen</span>"],
  ])("keeps what is seen: %s", (_, css, html) => {
    expect(seen(`${linked}<style>${css}</style>`, html)).toBe("seen");
  });

  it.each([
    ["a bar", "<footer><p class=x>seen</footer>"],
    ["a menu", "<nav><p class=x>seen</nav>"],
    ["a button", "<a class='btn x' href=/a>seen</a>"],
    ["a named bar", "<div class='site-footer'><p class=x>seen</div>"],
    ["a picture's caption", "<div class='hero'><p class=x>seen</div>"],
    ["a dark part", "<section class='theme-dark'><p class=x>seen</section>"],
    ["a named background", "<div class='bg-primary'><p class=x>seen</div>"],
    ["a banner by id", "<div id=promo-banner><p class=x>seen</div>"],
    ["a heading", "<h1 class=x>seen</h1>"],
  ])("keeps what linked sheets paint behind: %s", (_, html) => {
    const css = "<style>body{background:#fff}.x{color:#fff}</style>";
    expect(seen(linked + css, html)).toBe("seen");
    expect(seen(css, html)).toBe("");
  });

  it.each([
    "class=dark",
    "class='home theme-dark'",
    "data-theme=dark",
    "data-bs-theme=dark",
    "id=night",
  ])("keeps light letters of a dark page: %s", (body) => {
    expect(seen(`${linked}<style>.x{color:#fff}</style>`, "<p class=x>seen", body)).toBe("seen");
  });

  const footer = "<footer><p class=x>here</footer>";
  it.each([
    ["none", ""],
    ["a preloaded font", "<link rel=preload as=font href=/a.woff2>"],
    ["a preloaded sheet that nothing uses", "<link rel=preload as=style href=/a.css>"],
    ["an alternate sheet", "<link rel='alternate stylesheet' title=b href=/a.css>"],
    ["a disabled sheet", "<link rel=stylesheet disabled href=/a.css>"],
    ["a sheet for print", "<link rel=stylesheet media=print href=/a.css>"],
    ["a sheet of fonts", "<link rel=stylesheet href='https://fonts.googleapis.com/css2?family=A'>"],
    [
      "an import of fonts",
      "<style>@import url(https://fonts.googleapis.com/css?family=A);</style>",
    ],
  ])("thinks of no other paint where no other sheet styles the page: %s", (_, head) => {
    expect(seen(`${head}<style>.x{color:#fff}</style>`, footer)).toBe("");
  });

  it.each([
    ["a sheet", linked],
    [
      "a sheet that comes late",
      "<link rel=preload as=style href=/a.css onload='this.rel=`stylesheet`'>",
    ],
    [
      "a sheet that is for print at first",
      "<link rel=stylesheet media=print href=/a.css onload='this.media=`all`'>",
    ],
    ["a sheet without scripts", "<noscript><link rel=stylesheet href=/a.css></noscript>"],
    ["a sheet for scripts", "<template><link rel=stylesheet href=/a.css></template>"],
    ["an import", "<style>@import url(/a.css);</style>"],
    ["an import with a string", "<style>@import 'a.css' screen;</style>"],
  ])("thinks of other paint where another sheet styles the page: %s", (_, head) => {
    expect(seen(`${head}<style>.x{color:#fff}</style>`, footer)).toBe("here");
    expect(seen(`${head}<style>.x{color:#fff}</style>`, "<p class=x>gone")).toBe("");
  });

  it.each([
    ["a rule", ".x{color:#fff}", "class=x"],
    ["its style", "", "style='color:#fff'"],
  ])("keeps a page that another sheet makes dark: %s", (_, css, says) => {
    const head = `${linked}<style>${css}</style>`;
    const parts = `<div ${says}><p>${text}</div>`.repeat(9);
    for (const html of [parts, `<div ${says}><main><p>${text}${text}</main></div>`]) {
      const page = `<head>${head}</head><body><p>${text}</p>${html}`;
      expect(toText(wholePage(parse(page))).split(text.trim()).length).toBeGreaterThan(2);
    }
  });

  it("judges no colours where the page's own style elements are too long to be read", () => {
    const head = `<style>${".y{margin:0}".repeat(6_000)}</style>`;
    expect(seen(head, "<p style='color:#fff'>seen")).toBe("seen");
    expect(seen("<style media=print>p{color:#000}</style>", "<p style='color:#fff'>gone")).toBe("");
  });

  it("resolves variables in time proportional to the page's length", () => {
    const doubled = Array.from(
      { length: 40 },
      (_, at) => `--v${at + 1}:var(--v${at})var(--v${at})`,
    );
    const css = `<style>:root{--v0:#fff;${doubled.join(";")}}.x{color:var(--v40)}</style>`;
    expect(seen(css, "<p class=x>seen")).toBe("seen");
  });
});
