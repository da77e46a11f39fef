/** Where on the site a field is used, in the two forms that Jira's configuration filter knows. */
export type FieldPlace =
  | { readonly kind: 'workType'; readonly projectId: string; readonly workTypeId: string }
  | { readonly kind: 'issue'; readonly issueId: string };
