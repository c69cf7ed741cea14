import type { Page } from "../../page.ts";
import {
  deleteMonitor,
  excludePage,
  pauseMonitor,
  restorePage,
  resumeMonitor,
  retryAlert,
  runMonitor,
  setExpiry,
  testAlert,
} from "./change-state.ts";
import {
  createMonitor,
  editMonitor,
  newMonitor,
  pickForEdit,
  pickForNew,
  replaceMonitor,
} from "./make-monitor.ts";
import { monitorList } from "./monitor-list.ts";
import { showChange, showSnapshot } from "./show-change.ts";
import { showMonitor } from "./show-monitor.ts";

/** What is watched, what was seen, and who is told. */
export const monitorPages: readonly Page[] = [
  { method: "GET", path: "/monitors", run: monitorList },
  { method: "POST", path: "/monitors", run: createMonitor },
  { method: "GET", path: "/monitors/new", run: newMonitor },
  { method: "POST", path: "/monitors/new/pick", run: pickForNew },
  { method: "GET", path: "/monitors/{id}", run: showMonitor },
  { method: "GET", path: "/monitors/{id}/edit", run: editMonitor },
  { method: "POST", path: "/monitors/{id}/edit", run: replaceMonitor },
  { method: "POST", path: "/monitors/{id}/edit/pick", run: pickForEdit },
  { method: "GET", path: "/monitors/{id}/changes/{change}", run: showChange },
  { method: "GET", path: "/monitors/{id}/snapshots/{snapshot}", run: showSnapshot },
  { method: "POST", path: "/monitors/{id}/run", run: runMonitor },
  { method: "POST", path: "/monitors/{id}/pause", run: pauseMonitor },
  { method: "POST", path: "/monitors/{id}/resume", run: resumeMonitor },
  { method: "POST", path: "/monitors/{id}/expiry", run: setExpiry },
  { method: "POST", path: "/monitors/{id}/exclude", run: excludePage },
  { method: "POST", path: "/monitors/{id}/restore", run: restorePage },
  { method: "POST", path: "/monitors/{id}/test-alert", run: testAlert },
  { method: "POST", path: "/monitors/{id}/deliveries/{delivery}/retry", run: retryAlert },
  { method: "POST", path: "/monitors/{id}/delete", run: deleteMonitor },
];
