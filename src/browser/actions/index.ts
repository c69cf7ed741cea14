/**
 * Actions such as clicks, typing and waits on any page of Puppeteer, checked and bounded: the part of
 * `dragline/browser` that works without its pool.
 *
 * Loads no package: the page is yours.
 *
 * @example
 * ```ts
 * import { runActions } from "dragline/actions";
 * import puppeteer from "puppeteer-core";
 *
 * const browser = await puppeteer.launch({ channel: "chrome" });
 * const page = await browser.newPage();
 * await page.goto("https://example.com/");
 * const reports = await runActions(page, [{ type: "click", selector: "a" }]);
 * console.log(reports);
 * ```
 * @packageDocumentation
 */
export { ActionError, isActionError, type ActionErrorDetails } from "./action-error.ts";
export { actionLimits } from "./action-limits.ts";
export type { ActionPage } from "./action-page.ts";
export type { ActionReport } from "./action-report.ts";
export type {
  Action,
  ActionType,
  ClickAction,
  PressAction,
  ScrollAction,
  WaitAction,
  WaitForAction,
  WriteAction,
} from "./action.ts";
export { checkActions } from "./check-actions.ts";
export type {
  DragAction,
  DragOffset,
  FillAction,
  GivenFile,
  NodeAction,
  NodeTarget,
  PointAction,
  ScrollNodeAction,
  SetFileAction,
} from "./node-action.ts";
export { runActions, runNodeAction, type RunActionsOptions } from "./run-actions.ts";
