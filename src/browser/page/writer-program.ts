import { ElementKinds } from "./element-kinds.ts";
import { ElementMarks } from "./element-marks.ts";
import { ElementVisibility } from "./element-visibility.ts";
import { PageWriter } from "./page-writer.ts";
import { UnseenText } from "./unseen-text.ts";
import type { WriterOptions } from "./writer-options.ts";

/** The source that writes a page when it runs in its isolated world; its value is a `WrittenPage`. */
export function writerProgram(options: WriterOptions): string {
  const settings = JSON.stringify(options);
  const elements = `{
    kinds: new (${ElementKinds.toString()})(${settings}),
    marks: new (${ElementMarks.toString()})(${JSON.stringify(options.part)}),
    visibility: new (${ElementVisibility.toString()})(),
    unseen: new (${UnseenText.toString()})(),
  }`;
  return `new (${PageWriter.toString()})(${settings}, ${elements}).run()`;
}
