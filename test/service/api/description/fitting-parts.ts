import type { Attribute } from '../../../../src/api/attribute';
import { attributeKinds } from '../../../../src/service/model/values/attribute-kinds';
import fc from '../../../support/property-testing';
import { attributeId, ids } from '../../fleet';
import { fittingConfiguration, fittingValues } from './fitting-values';
import type { Draw, WrittenValues } from './fitting-values';
import type { LiveWorkspace } from './live-workspace';

let nameCount = 0;
/** A name that nothing else has. */
export function newName(draw: Draw): string {
  const drawn = draw(fc.string({ unit: 'grapheme', maxLength: 20 }));
  return `Fits ${(nameCount += 1)} ${drawn.replace(/\p{C}/gu, '')}`;
}

export const one = <Value>(draw: Draw, values: readonly Value[]): Value =>
  draw(fc.constantFrom(...values));
export const some = <Value>(draw: Draw, values: readonly Value[]): Value[] =>
  draw(fc.subarray([...values], { maxLength: Math.min(3, values.length) }));

export const anyType = async (here: LiveWorkspace, draw: Draw) => one(draw, await here.types());
export const anyObject = async (here: LiveWorkspace, draw: Draw) => one(draw, await here.objects());

/** Of a type of the beginning: those that were made since may have none. */
export async function anyAttribute(here: LiveWorkspace, draw: Draw): Promise<Attribute> {
  return one(draw, await here.attributes(one(draw, [ids.laptop, ids.person, ids.contract])));
}

export async function newAttribute(here: LiveWorkspace, draw: Draw, typeId: string) {
  const attributeTypeCode = one(draw, attributeKinds).code;
  const configuration = await fittingConfiguration(here, draw, attributeTypeCode);
  return { name: newName(draw), typeId, attributeTypeCode, configuration };
}

/** @returns its id */
export async function newTypeWithLabel(here: LiveWorkspace, draw: Draw): Promise<string> {
  const { id: typeId } = await here.newType(newName(draw));
  await here.newAttribute({ name: 'Name', typeId, attributeTypeCode: 'TEXT', isLabel: true });
  return typeId;
}

export async function newObject(here: LiveWorkspace, draw: Draw, typeId: string) {
  const attributes = await here.attributes(typeId);
  return { typeId, attributes: await fittingValues(here, draw, attributes, true) };
}

/** @returns its id */
export async function newObjectOf(
  here: LiveWorkspace,
  draw: Draw,
  typeId: string,
): Promise<string> {
  return (await here.newObject(await newObject(here, draw, typeId))).id;
}

/** Another value of some attributes, and perhaps a move through a workflow. */
export async function objectChange(here: LiveWorkspace, draw: Draw) {
  const { id: objectId, typeId, attributes: values } = await anyObject(here, draw);
  const attributes = await here.attributes(typeId);
  const written = await fittingValues(here, draw, attributes, false);
  const staged = attributes.find(({ attributeTypeCode: code }) => code === 'WORKFLOW');
  const state = values.find((each) => each.attributeId === staged?.id)?.values[0]?.value;
  const { workflowId } = staged?.configuration ?? {};
  if (staged === undefined || state === undefined || typeof workflowId !== 'string') {
    return { objectId, attributes: written };
  }
  const moves = await here.transitions(workflowId, state);
  if (moves.length === 0) return { objectId, attributes: written };
  const { id: transitionId, toStateId } = one(draw, moves);
  const moved: WrittenValues = { attributeId: staged.id, values: [toStateId] };
  return {
    objectId,
    attributes: [...written, moved],
    transitions: { [staged.id]: { transitionId } },
  };
}

/** The key of a file that an object shows. */
export async function newPicture(here: LiveWorkspace): Promise<string> {
  const key = await here.upload();
  const attributes = await here.attributes(ids.laptop);
  const label = attributes.find(({ isLabel }) => isLabel)?.id ?? '';
  await here.newObject({
    typeId: ids.laptop,
    attributes: [
      { attributeId: label, values: ['Pictured'] },
      { attributeId: attributeId('Laptop', 'Photo'), values: [key] },
    ],
  });
  return key;
}

/** @returns its id */
export async function newSite(here: LiveWorkspace, draw: Draw): Promise<string> {
  await here.makeRoom();
  return (await here.newSite(newName(draw))).id;
}

/** @returns its path */
export async function newPage(here: LiveWorkspace, draw: Draw): Promise<string> {
  const name = newName(draw);
  const siteId = await newSite(here, draw);
  const { id } = await here.newPage(siteId, { name, blocks: [] });
  return `/site/${siteId}/page/${id}`;
}

export async function newBlocks(here: LiveWorkspace, draw: Draw): Promise<unknown[]> {
  const { id: typeId } = await anyType(here, draw);
  const attributes = await here.attributes(typeId);
  const columns = some(draw, attributes).map(({ id }) => id);
  const counted = attributes.find(({ attributeTypeCode }) => attributeTypeCode === 'OPTION')?.id;
  return some(draw, [
    { kind: 'text', heading: 'Words', text: newName(draw) },
    { kind: 'table', typeId, query: 'order by Label', columns },
    { kind: 'record', objectId: (await anyObject(here, draw)).id },
    ...(counted === undefined ? [] : [{ kind: 'chart', typeId, query: '', attributeId: counted }]),
  ]);
}
