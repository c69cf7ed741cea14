import { calendars } from "./calendars.ts";
import { choices } from "./choices.ts";
import { drawings } from "./drawings.ts";
import { fields } from "./fields.ts";
import { games } from "./games.ts";
import { lists } from "./lists.ts";
import { mails } from "./mails.ts";
import type { Oracles } from "./oracle.ts";
import { texts } from "./texts.ts";

/** One policy a task; none looks at the document. */
export const oracles: Oracles = {
  ...calendars,
  ...choices,
  ...drawings,
  ...fields,
  ...games,
  ...lists,
  ...mails,
  ...texts,
};

/** Tasks without an oracle: what they need is drawing, chasing, or seeing a picture. */
export const leftOut: Readonly<Record<string, string>> = {
  "draw-circle": "drawing: a circle has to be drawn with the mouse",
  "hover-shape":
    "chasing: the mouse has to follow a colour that changes place; and the page never gives a reward above 0",
  "moving-items": "chasing: circles that fly across have to be clicked",
  "number-checkboxes":
    "drawing: a digit has to be drawn with checkboxes after an example that is a picture without text",
};
