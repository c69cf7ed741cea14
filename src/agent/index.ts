export {
  PageView,
  type FoundLines,
  type RefAction,
  type PageViewOptions,
  type Snapshot,
  type SnapshotOptions,
} from "./page-view.ts";
