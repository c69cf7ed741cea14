import { mapTexts, SecretMask, sentSecrets, type SentParts } from "../../core/index.ts";
import type { PageOutcome } from "./page-outcome.ts";
import type { ScrapeWarning } from "../scrape-result.ts";

/**
 * What a scrape came to, without the credentials that it was made with: a page may echo them. Where
 * it did that is told.
 */
export function withoutSecrets(outcome: PageOutcome, sent: SentParts): PageOutcome {
  const secrets = sentSecrets(sent);
  if (secrets.length === 0) return outcome;
  const { mask } = new SecretMask(secrets);
  let isMasked = false;
  const masked = mapTexts(outcome, (text) => {
    const shown = mask(text);
    isMasked ||= shown !== text;
    return shown;
  });
  if (!isMasked || masked.status === "failed") return masked;
  const warnings: ScrapeWarning[] = [...masked.warnings, "credentials-masked"];
  return { ...masked, warnings };
}
