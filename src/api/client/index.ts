export { createClient, type Client, type WorkspaceClient } from './client';
export type { CallOptions, ClientOptions } from './call';
export type { Clock } from './clock';
export { everyEntry, type AllOptions } from './paging';
export { defaultRetryPolicy, parseRetryAfter, singleAttempt, type RetryPolicy } from './retry';
export { ServiceError, type ServiceErrorCode } from './service-error';
export {
  fetchTransport,
  type FetchTransportOptions,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';
