import * as z from 'zod';
import { invalid } from '../jira/jira-error';

/** Returns the checked body of a call. @throws {JiraError} 400 naming what is wrong with it. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(body);
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}
