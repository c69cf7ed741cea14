import { z } from "@hono/zod-openapi";

export const creditsSchema = z
  .object({
    balance: z.int().openapi({ description: "Credits left." }),
    used: z.int().openapi({ description: "Credits used, net of refunds." }),
    prices: z.record(z.string(), z.int()).openapi({ description: "Credits by operation." }),
  })
  .openapi("Credits");
