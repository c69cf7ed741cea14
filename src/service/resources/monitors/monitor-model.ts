import type { MonitorModel } from "../../../monitor/index.ts";
import { ServiceError } from "../../service-error.ts";
import type { OutputModel } from "../../output-model.ts";

/** The host's models. */
export interface HostModels {
  readonly model: Pick<OutputModel, "extract"> | undefined;
  readonly changeModel: Pick<MonitorModel, "judge"> | undefined;
}

/** The host's models as monitors need them: one for both; undefined where there is none at all. */
export function monitorModel({ model, changeModel }: HostModels): MonitorModel | undefined {
  if (model === undefined && changeModel === undefined) return undefined;
  return {
    extract: async (page, signal) => {
      if (model === undefined) throw notConfigured("a model that extracts values");
      return await model.extract(page, { signal });
    },
    judge: async (change, signal) => {
      if (changeModel === undefined) throw notConfigured("a model that judges changes");
      return await changeModel.judge(change, signal);
    },
  };
}

function notConfigured(what: string): ServiceError {
  return new ServiceError("CONFIGURATION_ERROR", { message: `The service has not got ${what}.` });
}
