import { createConverterPool } from "dragline/converter";

export const dynamic = "force-dynamic";

// A worker thread of the package, from what the bundler has made of it.
export default async function Page() {
  const pool = createConverterPool({}, { threads: 1 });
  const { markdown } = await pool.convert("<h1>From a thread</h1>");
  await pool[Symbol.asyncDispose]();
  return <pre>{markdown}</pre>;
}
