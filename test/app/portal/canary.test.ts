import fc from '../../support/property-testing';
import { expect, test } from 'vitest';
import { serviceError } from '../support/service-site';
import { createPortal, onForm, onRequest, visitors, type VisitorName } from '../support/portal';
import { selections } from '../support/resolver-functions';
import { uuid } from '../support/resolver-fixture';

/** Stands wherever the service tells more than the portal may show. */
const canary = 'canary-4711';

const typesOfTexts = ['TEXT', 'EMAIL', 'URL', 'INTEGER', 'DATE', 'BOOLEAN'];
const typesOfIds = ['REFERENCE', 'USER', 'OPTION', 'WORKFLOW', 'MEDIA'];
const shownText = fc.constantFrom('In use', 'Ada', '', '<b>', '7');
const secretDetails = {
  ...{ objectId: canary, email: `${canary}@example.com`, url: `https://example.com/${canary}` },
  ...{ contentType: canary, thumbnailUrl: `https://example.com/${canary}` },
};

/** Of an id, the portal may show what it stands for and never the id. */
const valueOfId = fc.record(
  {
    valueId: fc.constant(canary),
    value: fc.constantFrom(canary, uuid(4711)),
    details: fc.oneof(
      fc.constant(secretDetails),
      fc
        .constantFrom('name', 'label', 'fileName', 'text')
        .chain((key) => shownText.map((text) => ({ ...secretDetails, [key]: text }))),
    ),
  },
  { requiredKeys: ['valueId', 'value'] },
);
const valueOfText = fc.record({ valueId: fc.constant(canary), value: shownText });

const configured = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(...typesOfTexts), fc.array(valueOfText, { maxLength: 25 })),
      fc.tuple(fc.constantFrom(...typesOfIds), fc.array(valueOfId, { maxLength: 25 })),
    ),
    { maxLength: 3 },
  )
  .map((attributes) =>
    attributes.map(([attributeTypeCode, values], index) => ({
      attribute: { attributeId: uuid(900 + index), name: `Shown ${index}`, attributeTypeCode },
      values,
    })),
  );

const asked = fc.constantFrom(
  ...([
    ['portalField', {}, 'workspace-object'],
    ['portalSearch', { text: 'm' }, 'workspace-object'],
    ['portalView', { objectIds: [uuid(1), uuid(2)] }, 'workspace-object'],
    ['portalCascade', {}, 'workspace-cascade'],
    ['portalCascadeSearch', { levelId: uuid(803), text: '', selections }, 'workspace-cascade'],
    ['portalCascadeAllowed', { changedLevelId: uuid(801), selections }, 'workspace-cascade'],
    ['portalCascadeView', { selections }, 'workspace-cascade'],
  ] as const),
);

test('no portal answer holds anything but labels and what the configured attributes show', async () => {
  const check = fc.asyncProperty(
    asked,
    configured,
    fc.constantFrom('nothing', 'labels', 'attributes'),
    fc.constantFrom(...(Object.keys(visitors) as VisitorName[])),
    fc.constantFrom(200, 200, 200, 400, 401, 404, 429, 503),
    async ([functionKey, payload, module], shown, use, as, status) => {
      const attributes = shown.map(({ attribute }) => attribute);
      const query = module === 'workspace-object' ? { query: 'Kind = Laptop' } : {};
      const portal = createPortal({ module, differs: { ...query, attributes, portal: use } });
      portal.forge.service = () =>
        status === 200
          ? Response.json({ total: 2, pageSize: 50, isLast: true, result: objectsOf(shown) })
          : serviceError(status, canary);
      const extension = functionKey.endsWith('View') ? onRequest : onForm;
      const answer = JSON.stringify(await portal.ask(functionKey, payload, { as, extension }));
      expect(answer).not.toContain(canary);
      expect(answer).not.toContain(uuid(4711));
      expect(portal.forge.calls.filter(({ headers }) => 'prefer' in headers)).toEqual([]);
      if (use !== 'attributes') expect(answer).not.toContain('Shown');
      if (use === 'nothing') expect(answer).toContain('"kind":"problem"');
    },
  );
  await fc.assert(check, { numRuns: 150 });
});

/** The service tells all that it has, whatever it was asked for. */
function objectsOf(shown: readonly { attribute: { attributeId: string }; values: unknown }[]) {
  return [uuid(1), uuid(2)].map((id) => ({
    ...{ id, label: 'MacBook', typeId: uuid(4711), url: `https://example.com/${canary}` },
    attributes: [
      { attributeId: uuid(999), values: [{ valueId: canary, value: canary }] },
      ...shown.map(({ attribute: { attributeId }, values }) => ({ attributeId, values })),
    ],
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  }));
}
