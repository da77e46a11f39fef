export { storeRequests, takeRequests } from './kept-requests';
export { createRequestLimits, defaultRateLimits, windowMs } from './request-limits';
export type { RateLimits, RequestLimits, Use } from './request-limits';
