import { checkNumber, CoreError, withDefaults } from "../../core/index.ts";
import type { EngineOptions, EngineSettings } from "./engine-dialect.ts";
import type { EngineVendor } from "./engine-vendors.ts";

/** Milliseconds for one question: as long as a retry of the service waits. */
const TIMEOUT = 300_000;

/**
 * The settings of an engine at a vendor.
 * @throws CoreError `INVALID_OPTION`
 */
export function engineSettings<More extends object>(
  { title, start, baseUrl, model }: EngineVendor,
  options: EngineOptions,
  more: More,
): EngineSettings & More {
  const own: EngineSettings = { apiKey: "", baseUrl, model, timeoutMs: TIMEOUT };
  const settings = withDefaults<EngineSettings & More>(
    { ...own, ...more },
    options as Partial<EngineSettings & More>,
  );
  checkNumber("timeoutMs", settings.timeoutMs, { min: 1 });
  if (!/^[\x21-\x7e]+$/.test(settings.apiKey)) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'apiKey' must be the key for ${title}, without spaces; get one at ${start}.`,
      details: { option: "apiKey" },
    });
  }
  const isModel = /^[\w.:/@-]{1,200}$/.test(settings.model);
  if (model === "" ? settings.model !== "" : !isModel) {
    throw new CoreError("INVALID_OPTION", {
      message: `Option 'model' must be the name of a model of ${title}.`,
      details: { option: "model" },
    });
  }
  return settings;
}
