/** What other rooms of Dragline take of this one; no import path leads here. */
export { checkModel } from "./model.ts";
export { judgeSupport, type AskModel, type Opinion } from "./judge-support.ts";
export { judgeFailure } from "./model-failure.ts";
export { isJsonObject } from "./plain-json.ts";
