import type { Name } from '../../../../../src/query';
import { labelOfObject } from './compare-by';
import { attributesNamed, builtInKind, kindOf, readableTypes, referencesFrom } from './names';
import type { Asked, Kind } from './names';
import { textOfDocument, type WorldAttribute, type WorldObject } from './world';

/** A value as a query sees it: of a file its name, of a rich text its text. */
export interface Value {
  readonly kind: Kind;
  readonly value: string;
}

/** The values at the end of a path: each name but the last goes to all objects referred to. */
export function valuesAt(
  object: WorldObject,
  [name, ...rest]: readonly Name[],
  asked: Asked,
): Value[] {
  if (name === undefined) return [];
  if (rest.length === 0) return ownValues(object, name, asked);
  return referencesFrom(object, name, asked).flatMap((target) => valuesAt(target, rest, asked));
}

function ownValues(object: WorldObject, name: Name, asked: Asked): Value[] {
  const builtIn = builtInKind(name);
  if (builtIn) return [{ kind: builtIn, value: systemValue(builtIn, object, asked) }];
  const types = readableTypes(asked).filter(({ id }) => id === object.typeId);
  return attributesNamed(types, name).flatMap((attribute) =>
    attributeValues(object, attribute, name, asked).map((value) => ({
      kind: kindOf(attribute.code),
      value,
    })),
  );
}

function systemValue(kind: Kind, object: WorldObject, asked: Asked): string {
  if (kind === 'label') return labelOfObject(object.id, asked);
  if (kind === 'type') return object.typeId;
  if (kind === 'id') return object.id;
  return (kind === 'SYSTEM_CREATED' ? object.createdAt : object.updatedAt).toISOString();
}

function attributeValues(
  object: WorldObject,
  { id, code }: WorldAttribute,
  name: Name,
  asked: Asked,
): readonly string[] {
  const values = object.values.get(id) ?? [];
  if (code === 'SYSTEM_CREATED' || code === 'SYSTEM_UPDATED') {
    return [systemValue(code, object, asked)];
  }
  if (code === 'REFERENCE') return referencesFrom(object, name, asked).map((target) => target.id);
  if (code === 'MEDIA') return values.map((key) => asked.world.files.get(key) ?? '');
  return code === 'RICH_TEXT' ? values.map(textOfDocument) : values;
}
