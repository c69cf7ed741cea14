import { ServiceError } from "../../base/service-error.ts";

/** The refusal of what costs more than there is (decisions, 1.2 and 7). */
export function insufficientCredits(cost: number, balance: number): ServiceError {
  return new ServiceError("INSUFFICIENT_CREDITS", {
    message: `Insufficient credits: cost ${cost}, balance ${balance}`,
    details: { extra: { balance, required: cost } },
  });
}
