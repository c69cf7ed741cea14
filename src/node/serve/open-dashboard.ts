import { createDashboard, type Dashboard } from "../../dashboard/index.ts";
import type { Service, ServiceOptions } from "../../service/index.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import type { Stores } from "./open-stores.ts";

/** The dependencies of the dashboard of `dragline serve`. */
interface DashboardPlace {
  readonly service: Service;
  readonly stores: Pick<Stores, "records" | "limiter">;
  readonly options: Pick<ServiceOptions, "trustedProxies">;
}

/** The fewest characters of the owner's password. */
const FEWEST_CHARACTERS = 12;

/**
 * The dashboard on the service's own stores, so that several processes know who is signed in.
 * @throws UsageError for a password that is too short
 */
export function openDashboard(
  { service, stores, options }: DashboardPlace,
  { env }: Pick<Terminal, "env">,
): Dashboard {
  const ownerPassword = env["DRAGLINE_OWNER_PASSWORD"] || undefined;
  if (ownerPassword !== undefined && ownerPassword.length < FEWEST_CHARACTERS) {
    throw new UsageError(
      `DRAGLINE_OWNER_PASSWORD must have at least ${FEWEST_CHARACTERS} characters`,
    );
  }
  const { records, limiter } = stores;
  const { trustedProxies } = options;
  return createDashboard({ service, records, limiter }, { ownerPassword, trustedProxies });
}
