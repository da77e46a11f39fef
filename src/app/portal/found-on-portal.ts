import type { Reply } from '../replies/reply';
import type { FoundOptions } from '../object-picker/use-object-search';
import type { ShownAttribute } from '../objects/objects-contract';
import type { PortalAttribute, PortalObject } from './portal-contract';

interface PortalObjects {
  readonly objects: readonly PortalObject[];
  readonly total: number;
}

/** What the portal answered, as pickers take it. */
export function foundOnPortal(reply: Reply<PortalObjects>): Reply<FoundOptions> {
  if (reply.kind !== 'ok') return reply;
  const objects = reply.value.objects.map(({ attributes, ...object }) => ({
    ...object,
    attributes: shownAttributes(attributes),
  }));
  return { kind: 'ok', value: { objects, total: reply.value.total } };
}

/** The portal tells no ids of attributes: their names tell them apart. */
export function shownAttributes(attributes: readonly PortalAttribute[]): ShownAttribute[] {
  return attributes.map((attribute) => ({ ...attribute, attributeId: attribute.name }));
}
