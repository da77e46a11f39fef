export { allEntries, bindCalls, createClient, everyEntry, type Client } from './client';
export { createExchange, singleAttempt, type ClientOptions, type Clock } from './call';
export { errorBodyOf, parseRetryAfter, ServiceError, type ServiceErrorCode } from './reply';
export {
  fetchTransport,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport';
