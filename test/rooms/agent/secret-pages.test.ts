import { Secrets } from "dragline/agent";
import type { SiteRoute } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { titled, ToolStage, type Work } from "./tool-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

/** What a form's encoding, a path, a query, HTML, JSON and scripts each spell in their own way. */
const passwords = [
  "Passw0rd!",
  `p!a's(s)w~o&r=d+%ü"x`,
  "100% (sure)~ü",
  `"quoted"=<b>&amp;`,
  "a+b c%20d",
  "Grüße/€?#x",
];

/** A page that shows what it was sent, wherever a page can show anything. */
function echo(search: string): string {
  const sent = new URLSearchParams(search).get("word") ?? "";
  const html = sent.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const both = html.length >> 1;
  const query = search.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return titled(
    `Hello ${html}`,
    `<p>Body ${html}</p><p>Query ${query}</p><p>Path ${encodeURIComponent(sent)}</p><p>URI ${encodeURI(sent).replaceAll("&", "&amp;")}</p>
    <p>Split ${[...sent].slice(0, both).join("").replaceAll("&", "&amp;").replaceAll("<", "&lt;")}<b>${[...sent].slice(both).join("").replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</b></p>
    <p>Escaped <code id=e></code></p><p>JSON <code id=j></code></p><p>Base64 <code id=b></code></p>
    <a href="/next?word=${encodeURIComponent(sent)}">On with ${html}</a><a href="/p/${encodeURIComponent(sent)}/x">Path</a>
    <form action="/save"><input type=hidden name=word value="${html}"><input name=again aria-label=Again value="${html}">
    <textarea aria-label=Note placeholder="${html}">${html}</textarea><select aria-label=Pick><option>${html}<option>Other</select>
    <input type=checkbox aria-label="${html}"><button name="${html}" title="${html}">Save</button><button class="x ${html.replaceAll(" ", "_")}"></button></form>
    <img alt="${html}" src="/none.png?w=${encodeURIComponent(sent)}" width=9 height=9><button><img src="/pic/${encodeURIComponent(sent)}.png" width=9 height=9></button>
    <div contenteditable aria-label=Editor>${html}</div><table><tr><td>${html}<td>x</table>
    <button id=tell>Tell</button><button id=ask>Ask</button><button id=change>Change</button><button id=plain>Plain</button><button id=log>Log</button><a id=load download>Load</a>
    <script>const sent = ${JSON.stringify(sent).replaceAll("<", "\\u003c")};
    e.textContent = escape(sent); j.textContent = JSON.stringify({ sent }); b.textContent = btoa(unescape(encodeURIComponent(sent)));
    tell.onclick = () => { alert("You typed " + sent); document.title = "Told " + sent };
    ask.onclick = () => prompt("Again?", sent);
    change.onclick = () => { change.className = "is " + sent; change.style.setProperty("--word", JSON.stringify(sent)); change.dataset.word = sent;
      document.querySelector("p").textContent = "Changed " + sent; getSelection().selectAllChildren(document.querySelector("p")) };
    plain.onclick = () => { plain.textContent = "Called " + sent };
    log.onclick = () => { console.error(sent); history.pushState({}, "", "/pushed/" + encodeURIComponent(sent) + "?q=" + encodeURIComponent(sent) + "#" + sent) };
    load.href = URL.createObjectURL(new Blob(["x"])); load.download = sent + ".txt";</script>`,
  );
}

/** A route that answers with a page for its address. */
function route(page: (url: URL) => string, status = 200): SiteRoute {
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const text = page(url);
    const headers = {
      "content-type": "text/html; charset=utf-8",
      ...(status === 302 && { location: text }),
    };
    response.writeHead(status, headers).end(text);
  };
}

const routes = (): Readonly<Record<string, SiteRoute>> => ({
  "/": titled(
    "Log in",
    `<form action="/echo"><input name=word type=password aria-label=Word><button>Send</button></form>
    <form action="/moved"><input name=word aria-label=Plain><button>Go</button></form>`,
  ),
  "/echo": route(({ search }) => echo(search)),
  "/moved": route(({ search }) => `/echo${search}`, 302),
  "*": route(({ pathname, search }) => {
    const said = [decodeURIComponent(pathname), search].map((text) => text.replaceAll("<", "&lt;"));
    return titled(`At ${said[0]}`, `<p>${said[1]}</p>`);
  }),
});

describe.skipIf(path === undefined)(
  `${browserTitle("a page's tools", path)} show no secret`,
  () => {
    let stage: ToolStage;
    beforeAll(async () => {
      stage = await ToolStage.open(path ?? "", routes);
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    it.each(passwords)("that a page shows in all its places: %s", async (word) => {
      await using on = await stage.work("/", { secrets: new Secrets({ word }) });
      const shown: string[] = [];
      const call: Work["call"] = async (...given) => {
        const outcome = await on.call(...given);
        shown.push(JSON.stringify(outcome), on.work.url);
        return outcome;
      };
      const click = async (line: RegExp): Promise<void> =>
        void (await call("click", { ref: await on.ref(line) }));
      await call("fill", { ref: await on.ref(/"Word"/), text: "{{secret.word}}" });
      await click(/"Send"/);
      expect(new URL(on.page.url()).searchParams.get("word")).toBe(word);
      for (const button of ["Tell", "Ask", "Change", "Plain"])
        await click(new RegExp(`"${button}"`));
      await click(/"Called|"Load"/);
      await call("look");
      await call("find", { text: "Body" });
      await call("find", { text: word.slice(0, 4) });
      await call("extract", {
        schema: {
          type: "object",
          properties: {
            body: { type: "string", description: "what follows Body" },
            note: { type: "string", description: "Note" },
          },
        },
      });
      await call("select_text", { ref: await on.ref(/textbox "Again"/), text: "" });
      await call("fill", { ref: await on.ref(/combobox "Pick"/), text: "{{secret.word}}" });
      await call("fill", { ref: await on.ref(/combobox "Pick"/), text: "none such" });
      await call("drag", { ref: await on.ref(/link "On with/), to: await on.ref(/button "Save"/) });
      await click(/"Log"/);
      await call("back");
      await click(/link "Path"/);
      await call("back");
      await click(/link "On with/);
      await call("open", { url: stage.site.url("/") });
      await call("fill", { ref: await on.ref(/"Plain"/), text: "{{secret.word}}" });
      await click(/"Go"/);
      shown.push(...(await on.work.view.elements(signal)).map((one) => JSON.stringify(one)));
      const refs = (await on.work.view.elements(signal)).map(({ ref }) => ref);
      shown.push(JSON.stringify(await on.work.view.attributesOf(refs, signal)));
      const all = shown.join("\n");
      expect(all).toContain("***");
      for (const spelling of spellingsOf(word)) expect(all.toLowerCase()).not.toContain(spelling);
      // Whatever is decoded of what was shown has none of it either.
      const plain = decoded(all);
      for (const spelling of [word, word.replaceAll(" ", "")]) {
        expect(plain.includes(spelling.toLowerCase()), around(plain, spelling)).toBe(false);
      }
    });
  },
);

/** Spellings as tools write them, in lower case. */
function spellingsOf(word: string): string[] {
  const form = new URLSearchParams({ word }).toString().slice(5);
  const all = [
    word,
    encodeURIComponent(word),
    encodeURI(word),
    form,
    escape(word),
    word.replaceAll(/["*/:<>?\\|]/g, "_"),
    JSON.stringify(word).slice(1, -1),
    JSON.stringify(JSON.stringify(word).slice(1, -1)).slice(1, -1),
    word.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
    Buffer.from(word).toString("base64").replace(/=+$/, "").slice(0, -1),
    Buffer.from(word).toString("hex"),
    [...word].toReversed().join(""),
  ];
  return [...new Set(all.map((one) => one.toLowerCase()))];
}

/** A text with percent-encoding, entities and escapes undone, three times. */
function decoded(text: string): string {
  let plain = text;
  for (let round = 0; round < 3; round += 1) {
    plain = plain
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
        Buffer.from(run.replaceAll("%", ""), "hex").toString(),
      )
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&")
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      .replaceAll(/\\(["\\])/g, "$1");
  }
  return plain.toLowerCase();
}

function around(text: string, part: string): string {
  const at = text.indexOf(part.toLowerCase());
  return text.slice(Math.max(0, at - 200), at + part.length + 100);
}
