import { createExtractor, type ExtractorOptions } from "dragline/extractor";
import { FakeClock } from "dragline/testing";
import { answerOf, judgeHere, ScriptedModel, type Reply } from "../ai/scripted-model.ts";

/** A page with a name, a price, a motto and a day. */
export const url = "https://shop.test/lamp";
export const html = `<html lang="en"><body><h1>Desk lamp</h1><dl><dt>Price</dt><dd>$1,234.50</dd></dl>
  <p>“Light for LATE hours”, we say.</p><p>Sold since 3 May 2019.</p><p hidden>Zzyzx</p></body></html>`;

/** A model that answers with an object, and an extractor that asks it. */
export function asking(reply: object | Reply, options?: ExtractorOptions) {
  const isReply = typeof reply === "function" || reply instanceof Error || "content" in reply;
  const model = new ScriptedModel(isReply ? (reply as Reply) : answerOf(JSON.stringify(reply)));
  const clock = new FakeClock();
  return { model, extractor: createExtractor({ model, judge: judgeHere, clock }, options) };
}

/** A schema of an object. */
export function properties(of: Readonly<Record<string, object>>) {
  return { type: "object", properties: of } as never;
}
