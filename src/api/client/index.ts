export { bindCalls, createClient, everyEntry, type Client, type WorkspaceClient } from './client';
export {
  createExchange,
  defaultRetryPolicy,
  singleAttempt,
  type ClientOptions,
  type Clock,
  type RetryPolicy,
} from './call';
export { errorBodyOf, parseRetryAfter } from './reply';
export type { CallOptions } from './request';
export { ServiceError, type ServiceErrorCode } from './service-error';
export {
  fetchTransport,
  type FetchTransportOptions,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';
