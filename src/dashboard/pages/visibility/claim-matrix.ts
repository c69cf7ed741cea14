import { markup, type Fill, type Markup } from "../../markup.ts";
import type { AnswerRead, ReadClaim } from "./read-answer.ts";

/** Claims that are shown. */
const MOST = 200;

/** A claim, and whose it is. */
interface OwnedClaim extends ReadClaim {
  readonly source: string;
}

const relations: Readonly<Record<string, readonly [word: string, look: string]>> = {
  agree: ["agrees", "good"],
  contradict: ["contradicts", "bad"],
};

/** Claims and engines: who says it, who agrees, who contradicts. */
export function claimMatrix(answers: readonly AnswerRead[], label: (slug: string) => string): Fill {
  const claims = unrepeated(answers);
  if (claims.length === 0) {
    return markup`<div class="empty"><p>No claims were compared.</p></div>`;
  }
  const sources = answers.map(({ source }) => source);
  const heads = sources.map((source) => markup`<th scope="col">${label(source)}</th>`);
  const rows = claims.slice(0, MOST).map((claim) => {
    const cells = sources.map((source) => cell(claim, source, label(source)));
    return markup`<tr><th scope="row">${claim.text}</th>${cells}</tr>`;
  });
  const left = claims.length - MOST;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Claims and engines"><table class="stacks"><thead><tr><th scope="col">Claim</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>${left > 0 && markup`<p class="quiet">${left} more claims are in the API's answer.</p>`}`;
}

function cell(claim: OwnedClaim, source: string, name: string): Markup {
  const { relation, evidence } = claim.others.find((other) => other.source === source) ?? {};
  const [word, look] =
    claim.source === source ? ["says it", "good"] : (relations[relation ?? ""] ?? ["", ""]);
  const said = claim.source === source ? claim.evidence : evidence;
  if (word === "")
    return markup`<td data-name="${name}"><span class="quiet">says nothing</span></td>`;
  return markup`<td data-name="${name}"><span class="badge ${look}">${word}</span>${said !== undefined && markup`<br><span class="quiet">“${said}”</span>`}</td>`;
}

/** Claims without those that say again what one before them says. */
function unrepeated(answers: readonly AnswerRead[]): OwnedClaim[] {
  const shown: OwnedClaim[] = [];
  for (const { source, claims } of answers) {
    for (const claim of claims) {
      const isRepeated = shown.some(({ others }) =>
        others.some(
          (other) =>
            other.source === source &&
            other.relation === "agree" &&
            other.evidence === claim.evidence,
        ),
      );
      if (!isRepeated) shown.push({ ...claim, source });
    }
  }
  return shown;
}
