import { mount, textOf, type MountedScreen } from './ui-host';
import { jiraStoring, picker, place } from './editor';
import { ok } from './replies';

const id = (index: number) => `0c0c0c0c-0000-4000-8000-${String(index).padStart(12, '0')}`;
const placeOf = (index: number, label: string) => ({ objectId: id(index), label });

export const latvia = placeOf(1, 'Latvia');
export const lithuania = placeOf(2, 'Lithuania');
export const vidzeme = placeOf(11, 'Vidzeme');
export const kurzeme = placeOf(12, 'Kurzeme');
export const vilniusRegion = placeOf(13, 'Vilnius Region');
export const valmiera = placeOf(21, 'Valmiera');
export const cesis = placeOf(22, 'Cēsis');
export const liepaja = placeOf(23, 'Liepāja');
export const vilnius = placeOf(24, 'Vilnius');

type Place = typeof latvia;

const level = (index: number, name: string, ...needs: string[]) => ({
  levelId: id(index),
  name,
  isMultiple: false,
  needs,
  growsWith: needs,
});
export const country = level(101, 'Country');
export const region = level(102, 'Region', country.levelId);
export const city = level(103, 'City', region.levelId);
export type Level = typeof country;

interface Selected {
  levelId: string;
  objects: Place[];
}

const placesOn = new Map([
  [country.levelId, [latvia, lithuania]],
  [region.levelId, [vidzeme, kurzeme, vilniusRegion]],
  [city.levelId, [valmiera, cesis, liepaja, vilnius]],
]);
/** Where a place is, by id. */
const whereIs = new Map([
  [vidzeme.objectId, latvia.objectId],
  [kurzeme.objectId, latvia.objectId],
  [vilniusRegion.objectId, lithuania.objectId],
  [valmiera.objectId, vidzeme.objectId],
  [cesis.objectId, vidzeme.objectId],
  [liepaja.objectId, kurzeme.objectId],
  [vilnius.objectId, vilniusRegion.objectId],
]);

/** What the queries of the levels offer. */
export function offered({ levelId, needs }: Level, selections: readonly Selected[]): Place[] {
  const parents = needs.map((needed) => idsOn(selections, needed));
  return (placesOn.get(levelId) ?? []).filter(({ objectId }) =>
    parents.every((ids) => ids.includes(whereIs.get(objectId) ?? '')),
  );
}

function idsOn(selections: readonly Selected[], levelId: string): string[] {
  const { objects = [] } = selections.find((selected) => selected.levelId === levelId) ?? {};
  return objects.map(({ objectId }) => objectId);
}

const shown = (places: readonly Place[]) => places.map((entry) => ({ ...entry, attributes: [] }));

/** Answers as the resolver does over these places. */
export function geography(levels: readonly Level[]) {
  return {
    cascadeField: () => ok({ levels, isConnected: true }),
    cascadeSearch: ({ levelId, selections }: Record<string, unknown>) => {
      const level = levels.find((candidate) => candidate.levelId === levelId);
      const objects = level ? offered(level, selections as Selected[]) : [];
      return ok({ objects: shown(objects), total: objects.length });
    },
    cascadeOffered: ({ selections }: Record<string, unknown>) => {
      const left: Selected[] = [];
      for (const level of levels) {
        const allowed = new Set(offered(level, left).map(({ objectId }) => objectId));
        const { objects = [] } =
          (selections as Selected[]).find(({ levelId }) => levelId === level.levelId) ?? {};
        const kept = objects.filter(({ objectId }) => allowed.has(objectId));
        left.push({ levelId: level.levelId, objects: kept });
      }
      return ok({
        levels: left.map(({ levelId }) => ({ levelId, objectIds: idsOn(left, levelId) })),
      });
    },
    cascadeAllowed: ({ changedLevelId, selections }: Record<string, unknown>) => {
      const left = structuredClone(selections) as Selected[];
      const changed = new Set([changedLevelId]);
      for (const level of levels) {
        if (!level.needs.some((needed) => changed.has(needed))) continue;
        changed.add(level.levelId);
        const allowed = new Set(offered(level, left).map(({ objectId }) => objectId));
        for (const selected of left.filter(({ levelId }) => levelId === level.levelId))
          selected.objects = selected.objects.filter(({ objectId }) => allowed.has(objectId));
      }
      changed.delete(changedLevelId);
      return ok({
        levels: left
          .filter(({ levelId }) => changed.has(levelId))
          .map(({ levelId }) => ({ levelId, objectIds: idsOn(left, levelId) })),
      });
    },
    cascadeOwn: ({ selections }: Record<string, unknown>) => {
      const selected = selections as Selected[];
      return ok({
        levels: selected.map(({ levelId }) => ({ levelId, objectIds: idsOn(selected, levelId) })),
      });
    },
    view: ({ objectIds }: Record<string, unknown>) => {
      const places = [...placesOn.values()].flat();
      return ok({
        objects: shown(places.filter(({ objectId }) => (objectIds as string[]).includes(objectId))),
      });
    },
  };
}

interface EditOptions {
  levels?: readonly Level[];
  fieldValue?: unknown;
  renderContext?: string;
  isConnected?: boolean;
  functions?: Record<string, (payload: Record<string, unknown>) => unknown>;
  /** What Jira stores in the field by the time of a save; by default it does not say. */
  storedMeanwhile?: unknown;
  submit?: (value: unknown) => unknown;
}

export function editCascade({
  levels = [country, region, city],
  fieldValue = null,
  renderContext = 'issue-view',
  isConnected = true,
  functions = {},
  storedMeanwhile,
  submit,
}: EditOptions = {}) {
  return mount('src/app/cascade-field/edit.tsx', {
    extension: { fieldValue, renderContext, ...place },
    functions: {
      ...geography(levels),
      cascadeField: () => ok({ levels, isConnected }),
      ...functions,
    },
    jira: jiraStoring(storedMeanwhile),
    submit,
  });
}

export const levelPicker = (screen: MountedScreen, { levelId }: Level) =>
  picker(screen, `level-${levelId}`);

/** Goes down the levels and picks these places. */
export async function pickDown(screen: MountedScreen, ...steps: [Level, Place][]) {
  for (const [level, { label }] of steps) {
    const { focus, pick, blur } = levelPicker(screen, level);
    await focus();
    await pick(label);
    await blur();
  }
}

/** A value as the field stores it, with these places on the three levels. */
export function stored(...places: [Place[], Place[], Place[]]) {
  const [, , leaves] = places;
  return {
    objects: leaves,
    objectIds: leaves.map(({ objectId }) => objectId),
    labels: leaves.map(({ label }) => label),
    levels: [country, region, city].map(({ levelId }, index) => ({
      levelId,
      objects: places[index],
    })),
    pathIds: places.flat().map(({ objectId }) => objectId),
  };
}

export const path = stored([latvia], [vidzeme], [valmiera]);

/** What is picked on the three levels. */
export const chosen = (screen: MountedScreen) =>
  [country, region, city].map((level) => levelPicker(screen, level).chosen());

/** The hints of the screen, then its errors. */
export const messages = (screen: MountedScreen) =>
  ['HelperMessage', 'ErrorMessage'].flatMap((type) => screen.all(type)).map(textOf);
