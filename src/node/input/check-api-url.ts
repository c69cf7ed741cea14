import { UsageError } from "../terminal/terminal.ts";

/**
 * Checks the address of an API that a variable of the environment holds. One that is refused is not
 * said: it may have a password in it.
 * @param stem what the variable and that of the key begin with: `DRAGLINE_AI`
 * @param end where the address ends: `/v1`
 * @throws UsageError
 */
export function checkApiUrl(text: string, stem: string, end: string): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${stem}_URL must be an http or https URL, up to ${end}`);
  }
  if (url.username + url.password + url.search + url.hash !== "") {
    throw new UsageError(
      `${stem}_URL must not contain credentials or a query; put the key in ${stem}_KEY`,
    );
  }
}
