/**
 * The pages of a service for people: what runs, jobs and their documents, a playground, monitors and
 * their differences, webhooks, actions, keys and credits; server-rendered, mounted like the service.
 *
 * Loads the service and `markdown-it`; the scripts of the pages are small and its own.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createDashboard } from "dragline/dashboard";
 * import { createService, toNodeHandler, toNodeUpgrade } from "dragline/service";
 *
 * const service = createService();
 * const dashboard = createDashboard({ service }, { ownerPassword: process.env["OWNER_PASSWORD"] });
 * createServer(toNodeHandler(dashboard)).on("upgrade", toNodeUpgrade(service)).listen(3000);
 * ```
 * @packageDocumentation
 */
export { createDashboard, type Dashboard } from "./create-dashboard.ts";
export type { DashboardCollaborators, DashboardOptions } from "./dashboard-options.ts";
