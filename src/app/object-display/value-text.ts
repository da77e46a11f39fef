import { isObjectId } from '../objects/object-id';
import type { ShownAttribute, ShownValue } from '../objects/replies';

/** The values of an attribute as one text. */
export function attributeText({ values }: Pick<ShownAttribute, 'values'>): string {
  return values.map(valueText).join(', ');
}

/** The service withholds the details of what the person may not read; a bare id says nothing. */
function valueText({ value, details }: ShownValue): string {
  const readable = details?.label ?? details?.name ?? details?.fileName ?? details?.text;
  return readable ?? (isObjectId(value) ? '(not visible to you)' : value);
}
