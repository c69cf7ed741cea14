export {
  PageView,
  type FoundLines,
  type PageViewOptions,
  type Snapshot,
  type SnapshotOptions,
} from "./page-view.ts";
