import { buffer } from "node:stream/consumers";
import { openPageTools } from "dragline/agent";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { titled, ToolStage } from "./tool-stage.ts";

const path = await chromiumPath();
const files = {
  "cv.pdf": new Blob(["the canary of a life"], { type: "application/pdf" }),
  "large.bin": new Blob([new Uint8Array(10_485_760).fill(7)]),
};
const multipart = "method=post action=/up enctype=multipart/form-data";

describe.skipIf(path === undefined)(`${browserTitle("files", path)} of a task`, () => {
  let stage: ToolStage;
  const posted: Buffer[] = [];
  beforeAll(async () => {
    stage = await ToolStage.open(path ?? "", (evil) => ({
      "/": titled("Home"),
      "/form": titled(
        "Apply",
        `<form ${multipart}><label>CV <input type=file name=cv></label><button>Send</button></form>`,
      ),
      "/label": titled(
        "Apply",
        `<form id=f ${multipart}><input type=file name=cv id=c hidden><button>Send</button></form>
        <label for=c style="display:block"><button type=button>Choose</button></label>
        <div role=button tabindex=0 aria-label="Drop here">Drop <input type=file name=cv hidden form=f></div>`,
      ),
      "/auto": titled(
        "Apply",
        `<form ${multipart}><label>CV <input type=file name=cv onchange="form.submit()"></label></form>`,
      ),
      "/elsewhere": titled(
        "Apply",
        `<form method=post action="${evil}/up"><label>CV <input type=file></label></form>
        <form id=far method=post action="${evil}/up"></form><label>Photo <input type=file form=far></label>
        <form method=post action=/up><label>Letter <input type=file></label><button formaction="${evil}/up">Send</button></form>`,
      ),
      "/frame": titled("Apply", `<iframe src="${evil}/"></iframe>`),
      "/no-file": titled(
        "Apply",
        "<label>Name <input></label><fieldset disabled><label>CV <input type=file></label></fieldset>",
      ),
      "/up": (request, response) =>
        void buffer(request).then((body) => {
          posted.push(body);
          response.setHeader("content-type", "text/html");
          response.end(titled("Thanks"));
        }),
    }));
  }, 60_000);
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(() => void (posted.length = 0));

  it("are chosen by name, and sent by the page's form", async () => {
    await using open = await stage.work("/form", { files });
    const { call, ref } = open;
    const chosen = await call("set_file", { ref: await ref(/"CV"/), file: "cv.pdf" });
    expect(chosen.said).toBe("Done.");
    expect(chosen.page).toContain("cv.pdf");
    const sent = await call("click", { ref: await ref(/"Send"/) });
    expect(sent.page).toContain("Thanks");
    const body = String(posted[0]);
    expect(body).toContain('filename="cv.pdf"');
    expect(body).toContain("Content-Type: application/pdf");
    expect(body).toContain("the canary of a life");
  }, 60_000);

  it("are chosen by the label of a hidden field, or what holds it", async () => {
    await using open = await stage.work("/label", { files });
    const { call, ref } = open;
    const chosen = await call("set_file", { ref: await ref(/"Drop here"/), file: "cv.pdf" });
    expect(chosen.said).toBe("Done.");
    await call("click", { ref: await ref(/"Send"/) });
    expect(String(posted[0])).toContain("the canary of a life");
  }, 60_000);

  it("may be as large as is said, and forms may be sent by themselves", async () => {
    await using open = await stage.work("/auto", { files });
    const { call, ref } = open;
    const { said, page } = await call("set_file", { ref: await ref(/"CV"/), file: "large.bin" });
    expect(said).toBe(`Done. The page is now ${stage.site.url("/up")}.`);
    expect(page).toContain("Thanks");
    expect(posted[0]?.filter((byte) => byte === 7)).toHaveLength(10_485_760);
  }, 60_000);

  it("go into no form that is sent elsewhere, and into no frame of another site", async () => {
    await using open = await stage.work("/elsewhere", { files });
    const { call, ref, page } = open;
    for (const label of [/"CV"/, /"Photo"/, /"Letter"/]) {
      const outcome = await call("set_file", { ref: await ref(label), file: "cv.pdf" });
      expect(outcome.isFailure).toBe(true);
      expect(outcome.said).toContain(`to http://localhost:${stage.other.port}, not to`);
    }
    const chosen = "[...document.querySelectorAll('input')].map(({ files }) => files.length)";
    expect(await page.evaluate(chosen)).toEqual([0, 0, 0]);
  }, 60_000);

  it("are told where there is no such file or no such field", async () => {
    await using open = await stage.work("/no-file", { files });
    const { call, ref, work } = open;
    const name = await ref(/"Name"/);
    expect(await call("set_file", { ref: name, file: "/etc/passwd" })).toMatchObject({
      isFailure: true,
      said: "There is no file '/etc/passwd'.",
    });
    const wrong = await call("set_file", { ref: name, file: "cv.pdf" });
    expect(wrong.said).toContain("not a field for files");
    const off = await call("set_file", { ref: await ref(/"CV"/), file: "cv.pdf" });
    expect(off.said).toContain("disabled");
    const tool = work.tools.find((one) => one.name === "set_file");
    expect(JSON.stringify(tool?.inputSchema)).toContain(JSON.stringify(Object.keys(files)));
  }, 60_000);

  it("are a tool only where there are some, with names and bytes within bounds", async () => {
    await using open = await stage.work("/form");
    expect(open.work.tools.map(({ name }) => name)).not.toContain("set_file");
    const blob = new Blob(["x"]);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, blob]));
    const large = new Blob([new Uint8Array(10_485_761)]);
    const wrong = [{ "../a": blob }, { "": blob }, { "a\nb": blob }, { a: large }, many];
    for (const given of wrong) {
      const opening = openPageTools(open.page, { files: given });
      await expect(opening).rejects.toMatchObject({ code: "INVALID_OPTION" });
    }
  }, 60_000);
});
