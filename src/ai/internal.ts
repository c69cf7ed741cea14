/** What other rooms of Dragline take of this one; no import path leads here. */
export { languageOf } from "./meaning/language-of.ts";
export { saysPlainly } from "./meaning/said-plainly.ts";
export { measuresOf, type Measure } from "./meaning/units.ts";
export { isDemand } from "./is-demand.ts";
export { isOrder } from "./is-order.ts";
export { checkModel } from "./model.ts";
export { judgeSupport, type AskModel, type Opinion } from "./judge-support.ts";
export { judgeFailure } from "./model-failure.ts";
export { isJsonObject } from "./plain-json.ts";
export { isStopWord } from "./stop-words.ts";
