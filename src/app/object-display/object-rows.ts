import { isolated, type Formats } from './formats';
import { detailsOf, idText, type ListedObject, shortId, withSymbol } from './present-value';
import { columnsOf, cutInMiddle } from './text-columns';

/** In columns, as all lengths here. */
const maximumRow = 72;
const maximumLabel = 40;
/** Less of a detail says nothing. */
const minimumDetail = 12;

const separator = ' · ';

interface Row {
  readonly object: ListedObject;
  readonly details: readonly string[];
}

/**
 * What a list to choose from shows of each object: one line that tells it from the others. It has the symbol of the
 * type, the label, cut in the middle, and as many of the details as there is room for.
 */
export function rowsOf(objects: readonly ListedObject[], formats: Formats): string[] {
  const rows = objects.map((object) => ({ object, details: detailsOf(object, formats) }));
  const texts = rows.map((row) => labelOfRow(row));
  for (const tellApart of waysToTellApart) {
    for (const places of placesOfTwins(texts)) {
      const told = tellApart(places.flatMap((place) => rows[place] ?? []));
      for (const [index, place] of places.entries()) texts[place] = told[index] ?? '';
    }
  }
  return texts;
}

/** Tried in turn on the rows that still look the same; the last one again on a row that another came to look like. */
const waysToTellApart: readonly ((twins: readonly Row[]) => string[])[] = [
  withDifferencesFirst,
  withIds(shortId),
  withIds(wholeId),
  withIds(wholeId),
];

function withDifferencesFirst(twins: readonly Row[]): string[] {
  const isShared = (detail: string) => twins.every(({ details }) => details.includes(detail));
  return twins.map(({ object, details }) => {
    const differences = details.filter((detail) => !isShared(detail));
    return labelOfRow({ object, details: [...differences, ...details.filter(isShared)] });
  });
}

function withIds(partOf: (objectId: string) => string) {
  return (twins: readonly Row[]) =>
    twins.map((row) => labelOfRow(row, idText(partOf(row.object.objectId))));
}

/** All of the service's ids: anyone can store a longer one. */
function wholeId(objectId: string): string {
  return cutInMiddle(objectId, 36);
}

/** The places of texts that look the same, by their look. */
function placesOfTwins(texts: readonly string[]): (readonly number[])[] {
  const places = new Map<string, number[]>();
  for (const [place, text] of texts.entries()) {
    const look = text.replaceAll(/\p{DI}/gu, '').normalize();
    places.set(look, [...(places.get(look) ?? []), place]);
  }
  return [...places.values()].filter(({ length }) => length > 1);
}

/** @param ending what stands at the end, whatever else there is room for */
function labelOfRow({ object, details }: Row, ...ending: readonly string[]): string {
  const symbol = withSymbol({ ...object, label: '' });
  const room = maximumRow - columnsOf(symbol) - columnsBehind(ending);
  const label = cutInMiddle(oneLine(object.label), Math.min(maximumLabel, room));
  const shown = [...fitting(details, room - columnsOf(label)), ...ending];
  // A label from right to left turns nothing around it.
  const isAlone = symbol === '' && shown.length === 0;
  return [symbol + (isAlone ? label : isolated(label)), ...shown].join(separator);
}

/** As many of the details as there is room for; the last one may be cut. */
function fitting(details: readonly string[], maximumColumns: number): string[] {
  const shown: string[] = [];
  let room = maximumColumns;
  for (const detail of details.map(oneLine)) {
    const left = room - separator.length;
    if (left < Math.min(minimumDetail, columnsOf(detail))) break;
    const text = columnsOf(detail) <= left ? detail : isolated(cutInMiddle(detail, left));
    shown.push(text);
    room -= columnsBehind([text]);
  }
  return shown;
}

function columnsBehind(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + separator.length + columnsOf(text), 0);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
