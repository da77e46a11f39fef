import type { Caller } from '../jira/jira-caller';

export interface JiraRequest {
  method: string;
  /** `/rest/api/3/...`, without the query. */
  path: string;
  query: URLSearchParams;
  /** Parsed JSON, `undefined` where there is none. Not checked. */
  body: unknown;
  caller: Caller;
  /** The scopes of the app that calls; absent if Jira's own screens do. */
  grantedScopes?: readonly string[];
}

export interface JiraReply {
  status: number;
  /** Of a refusal that says when to try again. */
  headers?: Readonly<Record<string, string>>;
  /** Absent on a 204. */
  body?: unknown;
}

/** Something that happened in Jira, as apps are told of it. */
export interface JiraEvent {
  eventType: 'avi:jira:deleted:project';
  project: { id: string; key: string; name: string };
}

export interface CountedReply {
  reply: JiraReply;
  /** What the call takes of an app's hourly quota. */
  points: number;
}

/** Jira's REST API. Always answers; what it does not model is a 501 that names the call. */
export type JiraApi = (request: JiraRequest) => Promise<CountedReply>;
