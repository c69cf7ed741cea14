// Written by `npm run client` from the service's description.
import type { CallOptions } from "../call-options.ts";
import type {
  Monitor,
  MonitorRequest,
  Success,
  MonitorList,
  MonitorPreview,
  MonitorPreviewRequest,
  MonitorResumption,
  MonitorExpiry,
  MonitorRunStarted,
  MonitorRunList,
  MonitorChangeList,
  MonitorSnapshotList,
  MonitorContent,
  MonitorPageList,
  RestoredPage,
  MonitorTestAlert,
  MonitorDeliveryList,
} from "./monitors.ts";

/** Calls of the family "Monitors". */
export interface MonitorsCalls {
  /** Watch a page, a site or an action; the first check is due at once: `POST /monitors`. */
  createMonitor(input: MonitorRequest, call?: CallOptions): Promise<Monitor>;
  /** List monitors: `GET /monitors`. */
  listMonitors(
    input?: {
      /**
       * Most monitors; all when absent.
       * From 1 to 200.
       */
      readonly limit?: number | undefined;
      /**
       * Id of the last monitor of the answer before: only older ones are listed.
       * At most 256 characters.
       */
      readonly before?: string | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorList>;
  /** Replace a monitor; fields that are left out return to their defaults: `PUT /monitors/{id}`. */
  replaceMonitor(
    input: {
      readonly id: string;
    } & MonitorRequest,
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Remove a monitor with its changes, snapshots and runs: `DELETE /monitors/{id}`. */
  deleteMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Show a monitor: `GET /monitors/{id}`. */
  getMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Show a page with the elements that can be watched on it: `POST /monitors/preview`. */
  previewMonitor(input: MonitorPreviewRequest, call?: CallOptions): Promise<MonitorPreview>;
  /** Stop checking by schedule: `POST /monitors/{id}/pause`. */
  pauseMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Resume checking by schedule; the first check is due at once: `POST /monitors/{id}/resume`. */
  resumeMonitor(
    input: {
      readonly id: string;
    } & MonitorResumption,
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Set when a monitor stops by itself; null means never: `POST /monitors/{id}/expiry`. */
  setMonitorExpiry(
    input: {
      readonly id: string;
    } & MonitorExpiry,
    call?: CallOptions,
  ): Promise<Monitor>;
  /** Check now, paused or not: `POST /monitors/{id}/run`. */
  runMonitor(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MonitorRunStarted>;
  /** List checks: `GET /monitors/{id}/runs`. */
  listMonitorRuns(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorRunList>;
  /** List changes: `GET /monitors/{id}/changes`. */
  listMonitorChanges(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorChangeList>;
  /** List snapshots: `GET /monitors/{id}/snapshots`. */
  listMonitorSnapshots(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorSnapshotList>;
  /** Show the body of a snapshot: `GET /monitors/{id}/snapshots/{snapshotId}/content`. */
  getMonitorSnapshotContent(
    input: {
      readonly id: string;
      readonly snapshotId: string;
    },
    call?: CallOptions,
  ): Promise<MonitorContent>;
  /** Show a body by its hash, also of one page of a site: `GET /monitors/{id}/content`. */
  getMonitorContent(
    input: {
      readonly id: string;
      /** At most 256 characters. */
      readonly hash: string;
    },
    call?: CallOptions,
  ): Promise<MonitorContent>;
  /** List the watched pages of a site: `GET /monitors/{id}/pages`. */
  listMonitorPages(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MonitorPageList>;
  /** Stop watching a page: `DELETE /monitors/{id}/pages`. */
  excludeMonitorPage(
    input: {
      readonly id: string;
      /** At most 2048 characters. */
      readonly url: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
  /** Watch an excluded page again; the URL is in the query or in the body: `POST /monitors/{id}/pages/restore`. */
  restoreMonitorPage(
    input: {
      readonly id: string;
    } & RestoredPage,
    call?: CallOptions,
  ): Promise<Success>;
  /** Send one change with sample values to the monitor's receivers: `POST /monitors/{id}/test-alert`. */
  testMonitorAlert(
    input: {
      readonly id: string;
    },
    call?: CallOptions,
  ): Promise<MonitorTestAlert>;
  /** List the deliveries of a monitor: `GET /monitors/{id}/deliveries`. */
  listMonitorDeliveries(
    input: {
      readonly id: string;
      /**
       * From 1 to 200.
       * When absent: 200.
       */
      readonly limit?: number | undefined;
    },
    call?: CallOptions,
  ): Promise<MonitorDeliveryList>;
  /** Send a failed delivery again: `POST /monitors/{id}/deliveries/{deliveryId}/retry`. */
  retryMonitorDelivery(
    input: {
      readonly id: string;
      readonly deliveryId: string;
    },
    call?: CallOptions,
  ): Promise<Success>;
}
