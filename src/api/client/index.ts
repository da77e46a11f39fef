export { createClient, everyEntry, type Client, type WorkspaceClient } from './client';
export {
  defaultRetryPolicy,
  singleAttempt,
  type ClientOptions,
  type Clock,
  type RetryPolicy,
} from './call';
export { parseRetryAfter } from './reply';
export type { CallOptions } from './request';
export { ServiceError, type ServiceErrorCode } from './service-error';
export {
  fetchTransport,
  type FetchTransportOptions,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';
