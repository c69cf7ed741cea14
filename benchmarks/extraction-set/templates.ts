import type { PageTemplate } from "./page-template.ts";
import { docket } from "./templates/docket.ts";
import { event } from "./templates/event.ts";
import { forumPost } from "./templates/forum-post.ts";
import { jobBoard } from "./templates/job-board.ts";
import { job } from "./templates/job.ts";
import { lessonPlan } from "./templates/lesson-plan.ts";
import { menuCard } from "./templates/menu.ts";
import { orderTable } from "./templates/order-table.ts";
import { paper } from "./templates/paper.ts";
import { person } from "./templates/person.ts";
import { productList } from "./templates/product-list.ts";
import { programmePage } from "./templates/programme.ts";
import { property } from "./templates/property.ts";
import { recipe } from "./templates/recipe.ts";
import { searchResults } from "./templates/search-results.ts";
import { shop } from "./templates/shop.ts";
import { staffDirectory } from "./templates/staff-directory.ts";
import { stockList } from "./templates/stock-list.ts";
import { threadList } from "./templates/thread-list.ts";
import { timetable } from "./templates/timetable.ts";

/**
 * The kinds of page that were first: two single things, a list of cards and a table among them are
 * held. These judge, and nothing is tuned on them.
 */
export const simpleTemplates: readonly PageTemplate[] = [
  shop,
  job,
  event,
  recipe,
  property,
  forumPost,
  paper,
  person,
  timetable,
  productList,
  searchResults,
  orderTable,
];

/**
 * Lists in lists, tables whose cells span, items of two rows, sections, values that are not there,
 * several entities: a menu, a plan of lessons, threads, goods without prices. The four that are held
 * are other pages of the same kinds.
 */
export const nestedTemplates: readonly PageTemplate[] = [
  menuCard,
  lessonPlan,
  threadList,
  stockList,
  docket,
  staffDirectory,
  programmePage,
  jobBoard,
];

/** All kinds of page. */
export const templates: readonly PageTemplate[] = [...simpleTemplates, ...nestedTemplates];

/** What a template's figures are a part of. */
export type TemplateGroup = "tuned" | "held" | "nestedTuned" | "nestedHeld";

/** The group of a template: of the first ones or of the nested ones, tuned on or held. */
export function groupOf(name: string): TemplateGroup {
  const isHeld = templates.find((each) => each.name === name)?.held ?? false;
  const isNested = nestedTemplates.some((each) => each.name === name);
  if (isNested) return isHeld ? "nestedHeld" : "nestedTuned";
  return isHeld ? "held" : "tuned";
}
