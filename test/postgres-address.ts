/** Where the tests' Postgres server is, whether it answers or not. */
export const postgresAddress =
  process.env["DATABASE_URL"] ?? "postgres://postgres@127.0.0.1:5432/test";
