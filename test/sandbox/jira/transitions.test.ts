import { describe, expect, test } from 'vitest';
import { assetField, cityField, now, useJira } from '../support/jira';

const path = '/issue/DEMO-1/transitions';
const laptop = { objects: [{ objectId: 'one', label: 'Laptop 99' }] };
const done = { transition: { id: '31' } };

const jira = useJira();
const member = jira.as('member');
const outsider = jira.as('outsider');

describe('Transitions', () => {
  test('lead from a status to the others, with the fields of their screen', async () => {
    expect(await member('GET', `${path}?expand=transitions.fields`)).toMatchObject({
      status: 200,
      body: {
        transitions: [
          {
            id: '11',
            name: 'To Do',
            to: { name: 'To Do' },
            hasScreen: false,
            fields: {},
            isGlobal: true,
            isInitial: false,
            isAvailable: true,
            isConditional: false,
            isLooped: false,
          },
          {
            id: '31',
            to: { statusCategory: { key: 'done' } },
            hasScreen: true,
            fields: {
              [assetField]: { name: 'Asset', required: false, schema: { customId: 10050 } },
              [cityField]: { name: 'City' },
            },
          },
        ],
      },
    });
    expect(JSON.stringify(await member('GET', path))).not.toContain('"fields"');
  });

  test('move the issue and set the fields of the screen at once', async () => {
    const fields = { [assetField]: laptop };
    expect(await member('POST', path, { ...done, fields })).toEqual({ status: 204 });
    expect(await member('GET', '/issue/DEMO-1')).toMatchObject({
      body: { fields: { status: { name: 'Done' }, [assetField]: laptop } },
    });
  });

  test.each([
    ['to where it is already', { transition: { id: '21' } }],
    ['by no transition of the workflow', { transition: { id: '99' } }],
    ['with a field that the screen lacks', { ...done, fields: { summary: 'x' } }],
    [
      'with a field, without a screen',
      { transition: { id: '11' }, fields: { [assetField]: null } },
    ],
    ['with a value that is not taken', { ...done, fields: { [assetField]: { objects: [] } } }],
    ['without saying where', {}],
  ])('do not move the issue %s', async (_, body) => {
    expect(await member('POST', path, body)).toMatchObject({ status: 400 });
    expect(await member('GET', '/issue/DEMO-1')).toMatchObject({
      body: { fields: { status: { name: 'In Progress' }, [assetField]: { labels: ['Laptop 1'] } } },
    });
    expect(jira.site.model.findIssue('DEMO-1')?.updated).not.toBe(now.toISOString());
  });

  test('are closed to people who do not see the issue', async () => {
    const hidden = '/issue/HELP-1/transitions';
    expect(await outsider('GET', hidden)).toMatchObject({ status: 404 });
    expect(await outsider('POST', hidden, done)).toMatchObject({ status: 404 });
  });
});

describe('The demo’s field City', () => {
  test.each([
    ['DEMO-9', 'City 1'],
    ['DEMO-10', 'City 1, City 2, City 3, +2'],
    ['DEMO-11', 'City 2'],
    ['DEMO-12', 'City 3'],
    ['DEMO-13', ''],
  ])('shows on %s: %s', async (key, text) => {
    const asked = { jql: `key = ${key}`, fields: [cityField], expand: 'renderedFields' };
    expect(await member('POST', '/search/jql', asked)).toMatchObject({
      body: { issues: [{ renderedFields: { [cityField]: text } }] },
    });
  });

  test('takes the bare shape, in a project that has a context of it', async () => {
    const fields = { [cityField]: { objects: [{ objectId: 'x', label: 'Bare' }] } };
    expect(await member('PUT', '/issue/DEMO-13', { fields })).toEqual({ status: 204 });
    expect(await member('PUT', '/issue/HELP-1', { fields })).toEqual({ status: 204 });
    jira.site.model.getField(cityField).contexts.pop();
    expect(await member('PUT', '/issue/HELP-1', { fields })).toMatchObject({ status: 400 });
  });
});
