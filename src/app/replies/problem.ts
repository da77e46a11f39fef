import {
  type ProblemReply,
  screenProblemTexts,
  tokenProblemTexts,
  type ProblemText,
} from './reply';

/** An expected reason why a request fails, in words for the person. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** After how long trying again helps, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  /** @param detail what the person needs to know about this case, such as where a query goes wrong */
  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    options?: ErrorOptions & Pick<ProblemReply, 'retryAfterSeconds'>,
  ) {
    super(problemTexts[code].message, options);
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

export function problemReply(
  code: ProblemCode,
  detail?: string,
  { retryAfterSeconds }: Pick<ProblemReply, 'retryAfterSeconds'> = {},
): ProblemReply {
  return {
    kind: 'problem',
    code,
    ...problemTexts[code],
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

export const problemTexts = {
  ...screenProblemTexts,
  ...tokenProblemTexts,
  NOT_ALLOWED: {
    message: 'You don’t have permission to do this in Jira. Ask a Jira admin for access.',
    canRetry: false,
  },
  BAD_REQUEST: {
    message: 'The app couldn’t read this request. Reload the page, then try again.',
    canRetry: false,
  },
  NOT_CONFIGURED: {
    message:
      'This field isn’t configured here yet. A Jira admin can choose its workspace and type in the field’s contexts.',
    canRetry: false,
  },
  CONFIGURATION_UNREADABLE: {
    message:
      'This field’s configuration can’t be read. A Jira admin can open the field’s contexts and save the configuration again.',
    canRetry: false,
  },
  CONFIGURATION_FORBIDDEN: {
    message:
      'Jira doesn’t let the app read this field’s configuration. A Jira admin can check that the app is up to date and isn’t blocked.',
    canRetry: true,
  },
  APP_REFUSED: {
    message:
      'Jira doesn’t let the app do this. A Jira admin can check that the app is up to date and isn’t blocked. Then try again.',
    canRetry: true,
  },
  PLACE_UNKNOWN: {
    message:
      'Jira doesn’t say which project this is, so the app can’t tell which configuration of this field applies. Leave the field empty here, and fill it in on the work item.',
    canRetry: true,
  },
  CHOOSE_WORK_TYPE: {
    message: 'What this field offers depends on the work type. Choose the work type first.',
    canRetry: true,
  },
  LEVEL_WAITS: {
    message: 'What this level offers depends on an earlier one. Choose something there first.',
    canRetry: false,
  },
  OBJECT_GONE: {
    message: 'Deleted, or you don’t have access.',
    canRetry: true,
  },
  NO_EMAIL: {
    message:
      'This field shows objects that match your email address, and your Atlassian profile hides it. Make it visible under Profile and visibility, then try again.',
    canRetry: true,
  },
  PORTAL_CLOSED: {
    message: 'You can’t choose anything here at the moment. You can send your request without it.',
    canRetry: false,
  },
  PORTAL_UNREACHABLE: {
    message:
      'What you can choose here couldn’t be loaded. Try again, or send your request without it.',
    canRetry: true,
  },
  PORTAL_NO_EMAIL: {
    message:
      'What you can choose here depends on your email address, and Jira doesn’t share it with this field. You can send your request without it.',
    canRetry: false,
  },
  PORTAL_LIMIT: {
    message: 'There were too many searches in a short time.',
    canRetry: true,
  },
  QUERY_REFUSED: {
    message:
      'This field’s query doesn’t work. A Jira admin can correct it in the field’s contexts.',
    canRetry: true,
  },
  QUERY_BEYOND_ACCESS: {
    message: 'You can’t see what is offered here. Ask an admin.',
    canRetry: true,
  },
  WORKSPACE_NOT_ACCESSIBLE: {
    message:
      'You don’t have access to this field’s workspace or type, or one of them was deleted. Ask an administrator of the workspace for access.',
    canRetry: true,
  },
  ACCOUNT_NOT_KNOWN: {
    message: 'The service doesn’t recognize your account. Ask the service’s admin for access.',
    canRetry: true,
  },
  TOKEN_REFUSED: {
    message:
      'The service doesn’t accept this access token: it’s wrong, expired or revoked. Create a new one in the service, then save it here.',
    canRetry: false,
  },
  ADDRESS_MISSING: {
    message:
      'The app doesn’t know the service’s address. The person who deployed the app needs to set WDS_ORIGIN and deploy it again.',
    canRetry: false,
  },
  PERSON_RUNS_FORBIDDEN: {
    message:
      'Your Jira admins don’t let people run searches with their own accounts. Ask an admin to set an access token.',
    canRetry: false,
  },
  SEARCH_GONE: {
    message: 'This search is no longer waiting. Search again in Jira, then come back.',
    canRetry: false,
  },
  SEARCH_REFUSED: {
    message: 'This search can’t run. Change it in Jira’s search.',
    canRetry: false,
  },
  TAB_GONE: {
    message: 'This tab was removed from the project. Choose another tab.',
    canRetry: false,
  },
  TAB_CHANGED: {
    message:
      'Someone else changed this tab while you were editing it. What you entered is still here: check what the tab looks like now, then save again.',
    canRetry: true,
  },
  TOO_MANY_TABS: {
    message: 'A project can have up to 50 tabs. Remove one, then try again.',
    canRetry: false,
  },
  TABS_BUSY: {
    message: 'Other people are changing this project’s tabs at the moment. Try again.',
    canRetry: true,
  },
  TABS_UNREADABLE: {
    message:
      'The tabs of this project can’t be read: a newer version of the app saved them, or they are damaged. A Jira admin can update the app. If that doesn’t help, ask whoever deployed it.',
    canRetry: false,
  },
  SITE_NOT_ACCESSIBLE: {
    message:
      'You don’t have access to this site in the service, or it was deleted. Ask an administrator of the workspace for access.',
    canRetry: true,
  },
  PAGE_GONE: {
    message: 'This page was deleted in the service. A project admin can remove the tab.',
    canRetry: true,
  },
  PAGE_NOT_ACCESSIBLE: {
    message: 'You can’t open this page in the service, or it was deleted. Choose another page.',
    canRetry: false,
  },
  EMBEDDING_REFUSED: {
    message:
      'The service doesn’t allow this Jira site to show its pages. Ask the service’s admin to add the address below to the sites that may show pages.',
    canRetry: true,
  },
  SERVICE_BUSY: {
    message:
      'The service is receiving too many requests at the moment. Wait a moment, then try again.',
    canRetry: true,
  },
  SERVICE_UNREACHABLE: {
    message: 'The service can’t be reached at the moment. Try again in a little while.',
    canRetry: true,
  },
  STORAGE_UNREACHABLE: {
    message: 'The app’s storage didn’t answer. Try again in a little while.',
    canRetry: true,
  },
  JIRA_BUSY: {
    message: 'Jira is limiting this app’s requests at the moment. Wait a moment, then try again.',
    canRetry: true,
  },
  JIRA_UNREACHABLE: {
    message: 'Jira didn’t answer. Try again in a little while.',
    canRetry: true,
  },
} as const satisfies Record<string, ProblemText>;

/** How long to wait, at least a minute: “a minute”, “23 minutes”. */
export function inWholeMinutes(durationMs: number): string {
  const minutes = Math.max(1, Math.ceil(durationMs / 60_000));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

export type ProblemCode = keyof typeof problemTexts;
