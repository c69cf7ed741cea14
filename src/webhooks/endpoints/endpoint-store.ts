import type { Clock, Ids } from "../../core/index.ts";
import {
  isStorageError,
  removing,
  updating,
  type Call,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import { recordsCall } from "../../storage/internal.ts";
import { checkAccount } from "../check-account.ts";
import { checkEndpoint, type EndpointRules } from "./check-endpoint.ts";
import { endpointRows, type EndpointRow } from "../collections.ts";
import { endpointView } from "./endpoint-view.ts";
import type { CreatedEndpoint, Endpoint, EndpointChanges, NewEndpoint } from "./endpoint.ts";
import { endpointSecret } from "../signing/secret-place.ts";
import type { SecretVault } from "../signing/secret-vault.ts";
import { createSecret } from "../signing/secret.ts";
import { WaitingDeliveries, type EndedLane } from "./waiting-deliveries.ts";
import { WebhookError } from "../webhook-error.ts";
import type { Endpoints, WebhookCall } from "../webhooks.ts";

const ID_BYTES = 15;

/** More than callers who create at once can meet, of as many slots as there may be. */
const MOST_CONFLICTS = 2000;

/** The dependencies of an endpoint store. */
interface EndpointStoreParts {
  /** They have the collections of webhooks. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly vault: SecretVault;
}

/** How endpoints may be. */
interface EndpointStoreSettings extends EndpointRules {
  /** Of one account. */
  readonly maxEndpoints: number;
}

/**
 * Endpoints in records. Each has one of as many slots as its account may have endpoints, and no two
 * have the same, so that callers who create at once never make one too many.
 */
export class EndpointStore implements Endpoints {
  readonly #records: Records;
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #vault: SecretVault;
  readonly #settings: EndpointStoreSettings;

  constructor({ records, clock, ids, vault }: EndpointStoreParts, settings: EndpointStoreSettings) {
    this.#records = records;
    this.#clock = clock;
    this.#ids = ids;
    this.#vault = vault;
    this.#settings = settings;
  }

  async create(
    account: string,
    endpoint: NewEndpoint,
    call?: WebhookCall,
  ): Promise<CreatedEndpoint> {
    checkAccount(account, "INVALID_ENDPOINT");
    const given = { ...endpoint, url: endpoint?.url ?? "" };
    const fields = checkEndpoint(given, this.#settings);
    const absent = { url: "", description: null, events: [] };
    const secret = createSecret(this.#ids);
    const now = this.#clock.now();
    const stamps = { isActive: true, createdAt: now, updatedAt: now };
    const draft = { ...absent, ...fields, account, ...stamps };
    for (let conflicts = 0; ; conflicts += 1) {
      const slot = await this.#freeSlot(account, recordsCall(call));
      const id = `whe_${this.#ids.token(ID_BYTES)}`;
      const place = endpointSecret(account, id);
      const kept = await this.#vault.keep(place, secret, recordsCall(call));
      const row = { ...draft, ...kept, id, slot };
      try {
        await this.#records.insert(endpointRows, [row], recordsCall(call));
        return { ...endpointView(row), secret };
      } catch (failure) {
        // Another has taken the slot meanwhile, unless that is always so: then ids repeat.
        const isRace = isStorageError(failure, "CONFLICT") && conflicts < MOST_CONFLICTS;
        if (!isRace) throw failure;
      }
    }
  }

  async list(account: string, call?: WebhookCall): Promise<Endpoint[]> {
    checkAccount(account, "INVALID_QUERY");
    const rows = await this.#records.find(
      endpointRows,
      {
        where: { account },
        order: [
          ["createdAt", "asc"],
          ["slot", "asc"],
        ],
      },
      recordsCall(call),
    );
    return rows.map(endpointView);
  }

  async get(account: string, id: string, call?: WebhookCall): Promise<Endpoint> {
    const where = ofAccount(account, id);
    const [row] = await this.#records.find(endpointRows, { where }, recordsCall(call));
    if (row === undefined) throw notFound();
    return endpointView(row);
  }

  async update(
    account: string,
    id: string,
    changes: EndpointChanges & WebhookCall,
  ): Promise<Endpoint> {
    const where = ofAccount(account, id);
    const fields = checkEndpoint(changes, this.#settings);
    if (Object.keys(fields).length === 0) return this.get(account, id, changes);
    const set = { ...fields, updatedAt: this.#clock.now() };
    const operation = updating(endpointRows, { where, set }, 1);
    const paused = fields.isActive === false;
    const lane: EndedLane = { endpointId: id, reason: "endpoint-paused" };
    const row = await this.#change(operation, paused ? lane : undefined, recordsCall(changes));
    return endpointView(row);
  }

  async remove(account: string, id: string, call?: WebhookCall): Promise<void> {
    const operation = removing(endpointRows, { where: ofAccount(account, id) }, 1);
    await this.#change(
      operation,
      { endpointId: id, reason: "endpoint-removed" },
      recordsCall(call),
    );
  }

  async rotateSecret(account: string, id: string, call?: WebhookCall): Promise<{ secret: string }> {
    const where = ofAccount(account, id);
    const secret = createSecret(this.#ids);
    const place = endpointSecret(account, id);
    const kept = await this.#vault.keep(place, secret, recordsCall(call));
    const set = { ...kept, updatedAt: this.#clock.now() };
    await this.#change(updating(endpointRows, { where, set }, 1), undefined, recordsCall(call));
    return { secret };
  }

  /** @throws WebhookError `TOO_MANY_ENDPOINTS` */
  async #freeSlot(account: string, call: Call): Promise<number> {
    const { maxEndpoints } = this.#settings;
    const rows = await this.#records.find(endpointRows, { where: { account } }, call);
    const taken = new Set(rows.map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    if (slot < maxEndpoints && taken.size < maxEndpoints) return slot;
    throw new WebhookError("TOO_MANY_ENDPOINTS", {
      message: `An account can have at most ${maxEndpoints} endpoints; this account has ${taken.size}.`,
      details: { maxEndpoints },
    });
  }

  /**
   * Carries out a change of one endpoint and ends the deliveries of a lane in the same step. Where
   * there are too many for one, the rest is ended by more: nobody delivers them meanwhile, as
   * workers look at the endpoint when they claim.
   * @throws WebhookError `NOT_FOUND`
   */
  async #change(
    operation: Operation,
    lane: EndedLane | undefined,
    call: Call,
  ): Promise<EndpointRow> {
    const waiting = lane && new WaitingDeliveries(this.#records, lane);
    const ending = (await waiting?.ending(call)) ?? [];
    const outcome = await this.#records.atomic([operation, ...ending], call);
    if (!outcome.applied) throw notFound();
    await waiting?.end(call);
    const [[row] = []] = outcome.rows as readonly (readonly EndpointRow[])[];
    if (row === undefined) throw notFound();
    return row;
  }
}

/** @throws WebhookError `NOT_FOUND` for an id that is not a string */
function ofAccount(account: unknown, id: unknown): { account: string; id: string } {
  if (typeof account === "string" && typeof id === "string") return { account, id };
  throw notFound();
}

function notFound(): WebhookError {
  return new WebhookError("NOT_FOUND", { message: "There is no endpoint with this id." });
}
