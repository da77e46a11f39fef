/** What the package of the typed client exports. */
export type { Attribute, AttributeTypeCode } from './attribute';
export {
  createClient,
  everyEntry,
  fetchTransport,
  ServiceError,
  type Client,
  type ClientOptions,
  type ServiceErrorCode,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './client';
export type { ErrorBody, Violation } from './error-body';
export type { Group } from './group';
export type { FieldChange, HistoryEntry, HistoryValue } from './history';
export type {
  AttributeValue,
  DeletedObject,
  ObjectOperation,
  ObjectOperationResult,
  RestoredObject,
  SearchRequest,
  WorkspaceObject,
} from './object';
export type { Page } from './page';
export type { Role } from './permission';
export type { DetailedSite, Site } from './site';
export type { Block, DetailedSitePage, SitePage } from './site-page';
export type { AccessToken, MemberToken, TokenAccess } from './token';
export type { EnrichedType, ObjectType, Principals, TypeAccess } from './type';
export type { AddedMember, Member, NewMember, User } from './user';
export type { Workflow, WorkflowState } from './workflow';
export type { Workspace } from './workspace';
