import type { ReadableType, WorkspaceView } from '../../model/permissions/workspace-view';
import { choicesOf } from '../../model/values/attribute-kinds';

/** What a model reads at once, in characters of JSON. */
const longestDescription = 20_000;
const describedAttributes = 40;
const describedChoices = 30;

/**
 * Types with their attributes, as JSON for a model: every type that the caller may read, or those of one name.
 * What doesn't fit is left out and named as such.
 */
export function describeTypes({ types }: WorkspaceView, name?: string): string {
  const chosen =
    name === undefined
      ? types
      : types.filter((type) => type.name.toLowerCase() === name.toLowerCase());
  const described: object[] = [];
  let room = longestDescription;
  for (const type of chosen) {
    const form = formsOf(type).find((one) => JSON.stringify(one).length <= room);
    if (form === undefined) break;
    described.push(form);
    room -= JSON.stringify(form).length;
  }
  const more = chosen.length - described.length;
  return JSON.stringify({ types: described, ...(more > 0 && { more }) });
}

/** Whole, without its choices, or its name alone. */
function formsOf({ name, attributes }: ReadableType): object[] {
  const names = attributes
    .slice(0, describedAttributes)
    .map((attribute) => ({ name: attribute.name, kind: attribute.kind.name }));
  return [
    { type: name, attributes: attributes.map(describeAttribute) },
    { type: name, attributes: names, leftOut: 'Choices and further attributes.' },
    { type: name, leftOut: 'Its attributes. Ask for this type by its name.' },
  ];
}

function describeAttribute(attribute: ReadableType['attributes'][number]) {
  const choices = choicesOf(attribute).map((choice) => choice.name);
  const more = choices.length - describedChoices;
  return {
    name: attribute.name,
    kind: attribute.kind.name,
    choices: choices.slice(0, describedChoices),
    ...(more > 0 && { moreChoices: more }),
  };
}
