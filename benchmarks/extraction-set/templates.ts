import type { PageTemplate } from "./page-template.ts";
import { event } from "./templates/event.ts";
import { forumPost } from "./templates/forum-post.ts";
import { job } from "./templates/job.ts";
import { orderTable } from "./templates/order-table.ts";
import { paper } from "./templates/paper.ts";
import { person } from "./templates/person.ts";
import { productList } from "./templates/product-list.ts";
import { property } from "./templates/property.ts";
import { recipe } from "./templates/recipe.ts";
import { searchResults } from "./templates/search-results.ts";
import { shop } from "./templates/shop.ts";
import { timetable } from "./templates/timetable.ts";

/**
 * The twelve kinds of page. Event, person, product list and order table are held: they judge, and
 * nothing is tuned on them. They are two single things, a list of cards and a table.
 */
export const templates: readonly PageTemplate[] = [
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
