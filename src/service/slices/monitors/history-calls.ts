import type { KeyedCall } from "../../http/route.ts";
import { unknown } from "../../base/owned.ts";
import { changeJson, contentJson, snapshotJson } from "./codec.ts";
import { findMonitor } from "./find-monitor.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { ContentQuery, ListQuery } from "./schema.ts";

/** What monitors saw (interface, 4.6). All throw MonitorError and ServiceError. */
export class HistoryCalls {
  readonly #parts: MonitorParts;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** GET /monitors/{id}/changes. */
  async changes(call: KeyedCall<ListQuery, unknown>): Promise<object> {
    const { signal, query } = call;
    const { id } = await findMonitor(this.#parts, call);
    const changes = await this.#parts.monitors.changes(id, { ...query, signal });
    return { changes: changes.map(changeJson) };
  }

  /** GET /monitors/{id}/snapshots. */
  async snapshots(call: KeyedCall<ListQuery, unknown>): Promise<object> {
    const { signal, query } = call;
    const { id } = await findMonitor(this.#parts, call);
    const snapshots = await this.#parts.monitors.snapshots(id, { ...query, signal });
    return { snapshots: snapshots.map(snapshotJson) };
  }

  /** GET /monitors/{id}/snapshots/{snapshotId}/content. */
  async snapshotContent(call: KeyedCall<unknown, unknown>): Promise<object> {
    const { signal, params } = call;
    const { id } = await findMonitor(this.#parts, call);
    const { monitors } = this.#parts;
    const all = await monitors.snapshots(id, { signal });
    const snapshot = all.find((one) => one.id === params["snapshotId"]);
    if (snapshot === undefined) {
      throw unknown("snapshot");
    }
    const found = await monitors.content(id, { snapshotId: snapshot.id }, { signal });
    return contentJson({ ...snapshot, content: found?.content });
  }

  /** GET /monitors/{id}/content; also of one page of a site. */
  async content(call: KeyedCall<ContentQuery, unknown>): Promise<object> {
    const { signal, query } = call;
    const { hash } = query;
    const { id } = await findMonitor(this.#parts, call);
    const { monitors } = this.#parts;
    const found = await monitors.content(id, { hash }, { signal });
    if (found !== undefined) return contentJson(found);
    const all = await monitors.snapshots(id, { signal });
    const snapshot = all.find(({ contentHash }) => contentHash === hash);
    return contentJson({ contentHash: hash, capturedAt: snapshot?.capturedAt });
  }
}
