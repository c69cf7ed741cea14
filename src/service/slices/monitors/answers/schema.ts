import { z } from "@hono/zod-openapi";

const time = z.iso.datetime();
const timeOrNull = time.nullable();
const object = z.record(z.string(), z.unknown());

/** A monitor (decisions, 2.12). */
export const monitorSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    intervalMinutes: z.int(),
    scope: z.enum(["page", "site", "wire"]),
    watchMode: z.enum(["full_page", "specific_data"]),
    watchFormat: z.enum(["markdown", "html", "cleaned_html"]),
    outputSchema: object.nullable(),
    aiMode: z.boolean(),
    aiGoal: z.string().nullable(),
    useBrowser: z.boolean(),
    country: z.string(),
    sessionId: z.string().nullable(),
    sessionExpired: z.boolean().openapi({
      description: "At the last check, the saved session no longer existed or was logged out.",
    }),
    maxPages: z.int(),
    maxDepth: z.int(),
    includePatterns: z.array(z.string()),
    excludePatterns: z.array(z.string()),
    excludedUrls: z
      .array(z.string())
      .openapi({ description: "Pages that are excluded from the monitor." }),
    wireActionId: z.string().nullable(),
    wireCatalogSlug: z.string().nullable(),
    wireCredentialId: z.string().nullable(),
    wireParams: object,
    wireWatchPaths: z.array(z.string()),
    isActive: z.boolean(),
    expiresAt: timeOrNull,
    expired: z.boolean(),
    alertWebhookUrl: z.string().nullable(),
    alertWebhookSecret: z.string().optional().openapi({
      description: "Only in the answer of the call that sets the first alertWebhookUrl.",
    }),
    alertEmails: z.string().nullable(),
    nextRunAt: timeOrNull.openapi({ description: "null while the monitor is not active." }),
    lastCheckedAt: timeOrNull,
    lastAlertedAt: timeOrNull,
    lastError: z.string().nullable(),
    creditCostPerRun: z.int().openapi({
      description: "Credits of one check; for a site, the most that one check can cost.",
    }),
    createdAt: time,
    updatedAt: time,
  })
  .openapi("Monitor");

export const monitorListSchema = z.array(monitorSchema).openapi("MonitorList");

const aiMeaningful = z
  .array(z.object({ description: z.string(), before: z.string(), after: z.string() }))
  .optional()
  .openapi({
    description:
      "With aiMode. `before` and `after` quote the page. `description` is written by the model and not checked; where the quoted words contradict it, it is those words instead.",
  });

const lineStats = z.object({ adds: z.int(), dels: z.int() });

const diffSchema = z.discriminatedUnion("type", [
  z
    .object({
      type: z.literal("fields"),
      changedFields: z.array(z.string()),
      before: object,
      after: object,
      aiMeaningful,
    })
    .openapi("FieldsDiff"),
  z
    .object({
      type: z.literal("content"),
      beforeSnapshotId: z.string(),
      afterSnapshotId: z.string(),
      stats: lineStats,
      aiMeaningful,
    })
    .openapi("ContentDiff"),
  z
    .object({
      type: z.literal("site"),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      changed: z.array(
        z.object({
          url: z.string(),
          beforeHash: z.string(),
          afterHash: z.string(),
          stats: lineStats,
        }),
      ),
      stats: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
      aiMeaningful,
    })
    .openapi("SiteDiff"),
]);

export const changeListSchema = z
  .object({
    changes: z.array(
      z
        .object({
          id: z.string(),
          monitorId: z.string(),
          snapshotId: z.string(),
          changedAt: time,
          summary: z.string().nullable(),
          diffJson: diffSchema,
          createdAt: time,
        })
        .openapi("MonitorChange"),
    ),
  })
  .openapi("MonitorChangeList");

export const snapshotListSchema = z
  .object({
    snapshots: z.array(
      z
        .object({
          id: z.string(),
          monitorId: z.string(),
          capturedAt: time,
          contentHash: z
            .string()
            .openapi({ description: "Equal hashes mean that nothing changed." }),
          extractedData: object.nullable(),
          createdAt: time,
        })
        .openapi("MonitorSnapshot"),
    ),
  })
  .openapi("MonitorSnapshotList");

export const contentSchema = z
  .object({
    available: z.boolean(),
    content: z.string().openapi({ description: "In the watchFormat; empty unless available." }),
    capturedAt: timeOrNull,
    contentHash: z.string(),
  })
  .openapi("MonitorContent");

export const runListSchema = z
  .object({
    runs: z.array(
      z
        .object({
          id: z.string(),
          trigger: z.enum(["schedule", "manual"]),
          status: z.enum(["processing", "completed", "failed", "skipped"]),
          startedAt: time,
          completedAt: timeOrNull,
          pagesCrawled: z.int(),
          pagesAdded: z.int(),
          pagesChanged: z.int(),
          pagesRemoved: z.int(),
          changeId: z.string().nullable(),
          creditsUsed: z.int(),
          error: z.string().nullable(),
        })
        .openapi("MonitorRun"),
    ),
  })
  .openapi("MonitorRunList");

export const pageListSchema = z
  .object({
    pages: z.array(
      z
        .object({
          url: z.string(),
          status: z.enum(["added", "unchanged", "changed", "removed"]),
          contentHash: z.string().nullable(),
          firstSeenAt: time,
          lastSeenAt: time,
        })
        .openapi("MonitorPage"),
    ),
  })
  .openapi("MonitorPageList");

export const previewSchema = z
  .object({
    url: z.string().openapi({ description: "After redirects." }),
    screenshot: z.string().nullable().openapi({
      description: "The page from its top, a PNG as a data URL; null for one above 8 MiB.",
    }),
    width: z.int().openapi({ description: "Pixels of the screenshot." }),
    height: z.int(),
    isCut: z.boolean().openapi({ description: "Whether the page goes on below the screenshot." }),
    elements: z
      .array(
        z
          .object({
            selector: z
              .string()
              .openapi({ description: "For `x-selector`; it matches this element alone." }),
            text: z
              .string()
              .openapi({ description: "What a check would read, white space folded." }),
            number: z.number().nullable().openapi({
              description: "What a check would read as a number; null for a text that has none.",
            }),
            x: z.int(),
            y: z.int(),
            width: z.int(),
            height: z.int(),
            needsBrowser: z.boolean().openapi({
              description:
                "Whether a check reads it only with `useBrowser`: without a browser the page does not have it.",
            }),
          })
          .openapi("MonitorPreviewElement"),
      )
      .openapi({ description: "In the order of the page; at most 250." }),
  })
  .openapi("MonitorPreview");

export const startedSchema = z
  .object({
    success: z.literal(true),
    jobId: z.string().optional().openapi({ description: "Id of the run; absent for `wire`." }),
    message: z.string(),
  })
  .openapi("MonitorRunStarted");

export const testAlertSchema = z
  .object({
    success: z.boolean(),
    status: z.int().nullable().openapi({ description: "The receiver's HTTP status." }),
    message: z.string(),
  })
  .openapi("MonitorTestAlert");

export const monitorDeliveryListSchema = z
  .object({
    deliveries: z.array(
      z
        .object({
          id: z.string().openapi({ example: "dlv_9" }),
          endpointId: z.string().nullable(),
          event: z.string(),
          jobId: z.string().nullable(),
          url: z.string(),
          status: z.enum(["pending", "success", "failed", "exhausted"]),
          httpStatus: z.int().nullable(),
          attempts: z.int(),
          error: z.string().nullable(),
          nextAttemptAt: timeOrNull,
          createdAt: time,
          monitorId: z.string(),
          changeId: z.string().nullable(),
          channel: z.enum(["webhook", "email"]),
        })
        .openapi("MonitorDelivery"),
    ),
  })
  .openapi("MonitorDeliveryList");
