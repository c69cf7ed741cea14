/**
 * The whole web-data API as one object that a server mounts: jobs, keys, credits, limits, webhooks; adapters
 * for `node:http`, Express and Fastify.
 *
 * Loads every part of the library, `hono` and `zod`; stores, models and browsers are what you give.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { createService, toNodeHandler } from "dragline/service";
 *
 * const service = createService();
 * const stop = new AbortController();
 * createServer(toNodeHandler(service)).listen(3000);
 * await service.run({ signal: stop.signal });
 * ```
 * @packageDocumentation
 */
export { createService } from "./compose/create-service.ts";
export type { ServiceCollaborators } from "./compose/collaborators.ts";
export type { RequestFacts, Service, Upgrade } from "./base/service.ts";
export type { JobBacklog } from "./jobs/backlog.ts";
export { isServiceError, ServiceError } from "./base/service-error.ts";
export type { ServiceErrorCode, ServiceErrorDetails } from "./base/service-error.ts";
export type { Prices, ServiceOptions } from "./base/service-options.ts";
export type { Account, AccountCall, Accounts, ApiKey, Keys } from "./accounts/accounts.ts";
export {
  createMailSender,
  type MailSenderOptions,
  type MailTransport,
  type TransportMail,
} from "./slices/monitors/mail/create-mail-sender.ts";
export type { Mail, MailSender } from "./slices/monitors/mail/mail-sender.ts";
export type {
  WireCredential,
  WireCredentials,
  WireCredentialType,
  WireIdentity,
} from "./base/wire-credentials.ts";
export type { PrivateAction, PrivateActions } from "./base/private-actions.ts";
export { defineScraper } from "./slices/web-scraper/define-scraper.ts";
export type {
  ParamsIssue,
  ParamsParser,
  ScraperAction,
  ScraperContext,
  ScraperDefinition,
  ScraperFailure,
  ScraperOutput,
  WebScraper,
} from "./slices/web-scraper/define-scraper.ts";
export { toExpress } from "./http/to-express.ts";
export { toFastify } from "./http/to-fastify.ts";
export { toNodeClientError, type NodeClientError } from "./http/to-node-client-error.ts";
export { toNodeHandler } from "./http/to-node-handler.ts";
export { toNodeUpgrade, type NodeUpgradeOptions } from "./http/to-node-upgrade.ts";
