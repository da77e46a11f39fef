import type { DemoCity, DemoObject } from './demo-objects';
import { demoIds as ids } from './demo-ids';

/** The stored value of an object field, as the app writes it. */
export function objectValue(objects: readonly DemoObject[]) {
  return {
    objects: objects.map(({ objectId, label }) => ({ objectId, label })),
    objectIds: objects.map(({ objectId }) => objectId),
    labels: objects.map(({ label }) => label),
  };
}

/** The stored value of the field `City`, as the app writes it. */
export function cityValue(cities: readonly DemoCity[], levelIds = demoLevelIds) {
  const path = [
    unique(cities.map(({ country }) => country)),
    unique(cities.map(({ region }) => region)),
    cities.map(({ city }) => city),
  ];
  return {
    ...objectValue(path[2] ?? []),
    levels: path.map((objects, index) => ({ levelId: levelIds[index], objects })),
    pathIds: path.flat().map(({ objectId }) => objectId),
  };
}

const demoLevelIds: readonly string[] = [ids.countryLevel, ids.regionLevel, ids.cityLevel];

function unique(objects: readonly DemoObject[]): readonly DemoObject[] {
  return [...new Map(objects.map((object) => [object.objectId, object])).values()];
}
