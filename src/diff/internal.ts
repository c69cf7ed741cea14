/** What other rooms of Dragline take of this one; no import path leads here. */
export { hunksOf, type Gap, type SameLines } from "./render/hunks.ts";
export { lineSegments, type Segment } from "./render/line-segments.ts";
export { pairLines } from "./render/pair-lines.ts";
export { showControls } from "./render/show-controls.ts";
export { Units } from "./text/units.ts";
