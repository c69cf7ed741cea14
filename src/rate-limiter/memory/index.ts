export { MemoryRateLimiter, type MemoryRateLimiterCollaborators } from "./memory-rate-limiter.ts";
