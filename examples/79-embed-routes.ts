// The API in a framework whose routes are functions of Request and Response: Next, SvelteKit, Remix,
// Astro. The file is what a route handler of Next holds, app/web/v1/[...path]/route.ts.
import { createService } from "dragline/service";

// #region route
const service = createService(); // in a module of its own, so that all routes share it

const answer = (request: Request): Promise<Response> =>
  service.fetch(request, { basePath: "/web" });
export { answer as GET, answer as HEAD, answer as OPTIONS, answer as POST };
export { answer as PUT, answer as PATCH, answer as DELETE };
// #endregion

const health = await answer(new Request("https://app.example/web/v1/health"));
console.log(health.status, await health.text());
const { key } = await service.keys.create((await service.accounts.create()).id);
const refused = await answer(
  new Request("https://app.example/web/v1/map", {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: '{"url": "file:///etc/passwd"}',
  }),
);
console.log(refused.status, ((await refused.json()) as { error: string }).error);
await service[Symbol.asyncDispose]();
