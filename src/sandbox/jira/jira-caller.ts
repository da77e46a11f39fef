/** Who calls Jira: the app on its own behalf, or a person. */
export type Caller = { kind: 'app' } | { kind: 'person'; accountId: string };
