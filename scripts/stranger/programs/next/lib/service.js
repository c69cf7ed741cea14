import { createService } from "dragline/service";

// Next in development loads modules anew; the service, and what it has in memory, stays.
export const service = (globalThis.service ??= createService({}, { allow: ["127.0.0.1"] }));
