import type { WorkspaceAccess } from './workspace-view';

/** The person that a request speaks for. */
export interface Caller {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** A personal access token, an OAuth 2.0 access token, a browser's signed-in session, or a page
   * that is open inside another one. */
  readonly via: 'token' | 'oauth' | 'session' | 'embed';
}

/** Whom a token speaks for. */
export interface BearerCaller extends Caller {
  readonly via: 'token' | 'oauth';
  /** The id of the personal access token, or of the grant that an OAuth access token belongs to. */
  readonly credentialId: string;
}

/** Whom a token speaks for, and what they may see. */
export interface Bearer {
  readonly caller: BearerCaller;
  /** To the workspace asked about; undefined where there is none or the caller is no member of it. */
  readonly access: WorkspaceAccess | undefined;
}
