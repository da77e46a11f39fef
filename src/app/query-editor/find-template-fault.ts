import { bindTemplate, describeFault, parseTemplate } from '../../query';
import { queryErrorOf, type QueryError } from './query-editor-contract';

/** A level whose selection a query may refer to. */
interface EarlierLevel {
  readonly name: string;
  readonly isMultiple: boolean;
}

/**
 * What is wrong with a configured query whoever uses it and whatever is selected: its syntax, an
 * unknown level, a placeholder that can't stand where it does. The service is not asked, so names
 * of attributes and values are not looked at.
 * @param earlierLevels absent for a field without levels
 */
export function findTemplateFault(
  text: string,
  earlierLevels?: readonly EarlierLevel[],
): QueryError | undefined {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return queryErrorOf(parsed.error);
  const bound = bindTemplate(parsed.query, {
    emailCurrentUser: 'anyone@example.com',
    levels:
      earlierLevels &&
      new Map(earlierLevels.map(({ name, isMultiple }) => [name, selection(isMultiple)])),
  });
  if (bound.ok) return undefined;
  return queryErrorOf(describeFault(text, bound.error.message, bound.error.location));
}

function selection(isMultiple: boolean) {
  const object = { objectId: '00000000-0000-4000-8000-000000000000', label: 'Any' };
  return isMultiple ? [object, object] : [object];
}
