import type { Answer, Doc, User } from "../transports/index.ts";

/** What searches of tests ask. */
export const query = "Which running shoes are best?";

/** Where searches are. */
export const searches = "/ai-visibility/search";

/** Searches to the end. */
export async function finish(user: User, more: object = {}): Promise<Doc> {
  const { json } = await user.post(searches, { query, ...more });
  return user.settled(`${searches}/${json.id}`);
}

/** The list of a user's searches. */
export async function listed(user: User): Promise<readonly Doc[]> {
  return (await user.get("/ai-visibility/searches")).json["searches"] as readonly Doc[];
}

/** Retries a source, `acme` unless told otherwise. */
export function retry(user: User, { id }: Pick<Doc, "id">, source = "acme"): Promise<Answer> {
  return user.post(`${searches}/${id}/retry`, { source });
}

/** What a user has and has used. */
export async function credits(user: User): Promise<unknown> {
  return (await user.get("/credits")).json;
}
