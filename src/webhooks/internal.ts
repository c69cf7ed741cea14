/** What other rooms of Dragline take of this one; no import path leads here. */
export { attemptFailure } from "./attempts/attempt-failure.ts";
export { createAttemptSender } from "./attempts/attempt-sender.ts";
export { deliveryHeaders } from "./attempts/delivery-headers.ts";
export { ladderWait, MOST_ATTEMPTS } from "./attempts/ladder.ts";
export { mailFailure } from "./attempts/mail-failure.ts";
export { failureTexts } from "./deliveries/delivery-states.ts";
export { envelope } from "./outbox/envelope.ts";
export { isMailAddress } from "./outbox/mail-address.ts";
export { SecretVault } from "./signing/secret-vault.ts";
