import * as z from 'zod';
import { compileExpression, ExpressionError } from '../jira/evaluate-expression';
import { notModelled } from '../jira/jira-error';
import type { Route, RouteCall } from './route';
import { readBody } from './route';

export const expressionRoutes: readonly Route[] = [
  { method: 'POST', path: '/expression/analyse', scopes: [], isReadOnly: true, answer: analyse },
];

const analysisBody = z.strictObject({
  expressions: z.array(z.string()).min(1),
  /** Names and types of what the expressions may use. */
  contextVariables: z.record(z.string(), z.string()).default({}),
});

/**
 * Whether Jira takes each expression: its syntax and its size. Types are not checked.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jira-expressions/
 */
function analyse(call: RouteCall): object {
  const { expressions, contextVariables } = readBody(call, analysisBody);
  const names = Object.keys(contextVariables);
  const { expressionsLack: unknown } = call.model.switches;
  const results = expressions.map((text) => analyseOne(text, names, unknown));
  return { results };
}

function analyseOne(expression: string, names: readonly string[], unknown: readonly string[]) {
  const missing = unknown.find((name) => expression.includes(`.${name}(`));
  if (missing !== undefined) {
    const errors = [{ type: 'type', message: `Unrecognized method: ${missing}.` }];
    return { expression, valid: false, errors };
  }
  try {
    compileExpression(expression, names);
    return { expression, valid: true };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { kind: type, message } = error;
    if (type === 'notModelled') throw notModelled(`this expression: ${expression}. ${message}`);
    return { expression, valid: false, errors: [{ type, message }] };
  }
}
