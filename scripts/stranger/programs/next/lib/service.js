import { createService } from "dragline/service";

export const service = createService({}, { allow: ["127.0.0.1"] });
