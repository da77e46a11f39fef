import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileExpression, valueOf } from '../../../src/sandbox/jira/evaluate-expression';
import { assetField, callAs, manifestFieldTypes, openJira } from '../support/jira';
import fc from '../../support/property-testing';
import { routes } from '../../../src/sandbox/rest/jira-site';
import { jsonStateFile } from '../../../src/sandbox/state-files/state-file';
import { memoryRecordFile, memoryStateFile } from '../support/memory-files';

function compute(expression: string, value: unknown = null): unknown {
  return compileExpression(expression, ['value'])(new Map([['value', valueOf(value)]]));
}

describe('An expression', () => {
  test.each<[expression: string, value: unknown, result: unknown]>([
    ["'a' + 1 + 'b'", null, 'a1b'],
    ['1 + 2 - -4', null, 7],
    ['typeof value', null, 'null'],
    ['typeof value', 'x', 'String'],
    ['typeof value', 1, 'Number'],
    ['typeof value', true, 'Boolean'],
    ['typeof value', [], 'List'],
    ['typeof value', {}, 'Map'],
    ['value.size', {}, null],
    ['value.length', 'four', 4],
    ['value?.length', null, null],
    ['value?.size', 'text', null],
    ['value?.map(x => x)', null, null],
    ['value.map(x => x.n).filter(n => n >= 2).slice(0, 1)', [{ n: 1 }, { n: 2 }, { n: 3 }], [2]],
    ["value.map(x => value.length == 2 ? x : '?').join('-')", ['a', 'b'], 'a-b'],
    ['false && value.x.y == 1', null, false],
    ['true || value.x.y == 1', null, true],
    ['!(1 < 2) == (2 <= 1)', null, true],
    ['value != null', 0, true],
  ])('%s of %j', (expression, value, result) => {
    expect(compute(expression, value)).toEqual(result);
  });

  test.each<[why: string, expression: string, value?: unknown]>([
    ['null has no property size', 'value.size'],
    ['String has no property size', 'value.size', 'x'],
    ['null has no property y', 'value?.x.y'],
    ['String has no method map', 'value.map(x => x)', 'x'],
    ['Expected a Boolean, found null', 'value ? 1 : 2'],
    ['Expected a Boolean, found Number', '1 && true'],
    ['Expected two Numbers, found null and Number', 'value > 0'],
    ['Expected two Numbers, found Number and String', "1 + 'a'"],
    ["Can't negate String", "-'a'"],
    ['filter needs a Boolean', 'value.filter(x => x)', [1]],
    ['join needs a list of String', "value.join(', ')", ['a', null]],
  ])('stops with an error: %s', (why, expression, value) => {
    expect(() => compute(expression, value)).toThrow(why);
  });

  test.each([
    'issue.key',
    'user',
    "value['a']",
    'value.reduce((a, b) => a)',
    'value.map(({ a }) => a)',
    'value.map(x => { return x })',
    'value.map(...value)',
    'new Issue(1)',
    '[1]',
    '{ a: 1 }',
    '/a/',
    '`a`',
    'value ?? 1',
    'value = 1',
    'value * 2',
    'value === 1',
    'value?.()',
    'Number(value)',
    'value, value',
  ])('is refused before it runs where the sandbox does not model it: %s', (expression) => {
    expect(() => compileExpression(`(${expression})`, ['value'])).toThrow('does not model');
  });

  test('is analysed as Jira does: syntax and size', async () => {
    const call = callAs(await openJira(), 'admin');
    const long = "'a' + ".repeat(200) + "'a'";
    const wide = '1+'.repeat(100) + '1';
    const expressions = ['value != null', 'value !=', '1 1', long, wide];
    const body = { expressions, contextVariables: { value: 'Map' } };
    expect(await call('POST', '/expression/analyse', body)).toMatchObject({
      body: {
        results: [
          { valid: true },
          { valid: false, errors: [{ type: 'syntax' }] },
          { valid: false, errors: [{ type: 'syntax' }] },
          { errors: [{ message: 'Jira expression is too long (1203), limit: 1000 characters' }] },
          { errors: [{ message: 'Jira expression has too many nodes (101), limit: 100 leaves' }] },
        ],
      },
    });
    const unmodelled = { expressions: ['issue.key'] };
    expect(await call('POST', '/expression/analyse', unmodelled)).toMatchObject({ status: 501 });
  });
});

const objects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ objectId: `${index}`, label: `L${index + 1}` }));

describe.each(manifestFieldTypes().map((type) => [type.declaration.key, type] as const))(
  'The expressions of %s',
  (key, type) => {
    const isCascade = key === 'workspace-cascade';

    test.each<[value: unknown, text: string]>([
      [null, ''],
      [undefined, ''],
      ['MacBook', 'Can’t be read'],
      [{}, 'Can’t be read'],
      [{ objects: null }, 'Can’t be read'],
      [{ objects: 'MacBook', version: 9 }, 'Can’t be read'],
      [{ objects: [] }, ''],
      [{ objects: objects(1) }, 'L1'],
      [{ objects: objects(3) }, 'L1, L2, L3'],
      [{ objects: objects(5) }, 'L1, L2, L3, +2'],
      [{ objects: [null, { label: 1 }, ...objects(1)] }, '?, ?, L1'],
      [{ objects: [{ label: 'x'.repeat(60) }] }, 'x'.repeat(60)],
      [{ objects: [{ label: 'x'.repeat(10_000) }] }, `${'x'.repeat(60)}…`],
    ])('format %j', (value, text) => {
      expect(type.format(value)).toBe(text);
    });

    test('give a text and a verdict for any value at all', () => {
      const odd = fc.oneof(
        fc.jsonValue(),
        fc.record({ objects: fc.jsonValue(), levels: fc.jsonValue() }, { requiredKeys: [] }),
        fc.record({ objects: fc.array(fc.record({ label: fc.jsonValue() }), { maxLength: 5 }) }),
      );
      fc.assert(
        fc.property(odd, (value) => {
          expect(type.format(value)).not.toContain('expression of the app failed');
          expect(type.refuse(value) ?? '').not.toContain('expression of the app failed');
        }),
      );
    });

    test('take between 1 and 100 objects, at most ten levels, and nothing', () => {
      const levels = (count: number) =>
        Array.from({ length: count }, (_, index) => ({ levelId: `${index}`, objects: objects(1) }));
      expect(type.refuse(null)).toBeUndefined();
      expect(type.refuse({ objects: objects(100), levels: levels(10) })).toBeUndefined();
      for (const count of [0, 101]) {
        expect(type.refuse({ objects: objects(count) })).toContain('Pick between 1 and 100');
      }
      const tooDeep = type.refuse({ objects: objects(1), levels: levels(11) });
      expect(tooDeep === undefined).toBe(!isCascade);
    });

    test('take no value that a form calls unfinished, and say what to do in its words', () => {
      const value = { objects: [], levels: [], unfinished: 'Choose a City.' };
      expect(type.refuse(value)).toContain('Choose a City.');
    });
  },
);

describe('A site', () => {
  let directory: string;
  let path: string;
  let warnings: string[];
  const open = () =>
    openJira({ file: jsonStateFile(path), warn: (message) => warnings.push(message) });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'jira-site-'));
    path = join(directory, 'jira.json');
    warnings = [];
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  test('remembers a change as soon as it is answered', async () => {
    const fields = { summary: 'Changed' };
    await callAs(await open(), 'admin')('PUT', '/issue/DEMO-1', { fields });
    expect(await callAs(await open(), 'admin')('GET', '/issue/DEMO-1')).toMatchObject({
      body: { fields },
    });
    expect(warnings).toEqual([]);
  });

  test('keeps nothing of a call that fails on a full disk, and goes on once there is room', async () => {
    const file = memoryStateFile();
    let isFull = false;
    const site = await openJira({
      file: {
        ...file,
        write: (state) => (isFull ? Promise.reject(new Error('ENOSPC')) : file.write(state)),
      },
    });
    const call = callAs(site, 'admin');
    const before = structuredClone(site.model.state);
    isFull = true;
    const failing = ['Lost', 'Lost too'].map((summary) =>
      call('PUT', '/issue/DEMO-1', { fields: { summary } }),
    );
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(site.model.state).toEqual(before);
    isFull = false;
    const fields = { [assetField]: null };
    expect(await call('PUT', '/issue/DEMO-1', { fields })).toMatchObject({ status: 204 });
    const { body } = await callAs(await openJira({ file }), 'admin')('GET', '/issue/DEMO-1');
    const [summary] = before.issues.filter(({ key }) => key === 'DEMO-1').map((one) => one.summary);
    expect(body).toMatchObject({ fields: { ...fields, summary } });
  });

  test('comes back to the demo state by a reset, with the same ids', async () => {
    const site = await open();
    const before = structuredClone(site.model.state);
    const call = callAs(site, 'admin');
    await call('PUT', '/issue/DEMO-1', { fields: { [assetField]: null } });
    await call('DELETE', `/field/${assetField}/context/10150`);
    await site.reset();
    expect(site.model.state).toEqual(before);
  });

  test.each([
    ['cut', '{"version": 1, "issues": ['],
    ['of another shape', '{"version": 2}'],
    ['of an earlier version', '{"version": 1, "issues": [], "fields": []}'],
    ['empty', ''],
  ])('sets a snapshot aside that is %s, says so, and starts with the demo', async (_, text) => {
    await writeFile(path, text);
    const site = await open();
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`set aside .* delete the folder ${directory}\\.$`)),
    ]);
    expect(site.model.state.issues.length).toBeGreaterThan(20);
    const aside = (await readdir(directory)).find((name) => name.includes('unusable')) ?? '';
    expect(await readFile(join(directory, aside), 'utf8')).toBe(text);
  });

  test('sets results of functions aside that cannot be used, says so, and keeps the rest', async () => {
    await (await open()).save();
    const precomputationFile = memoryRecordFile();
    await precomputationFile.write(new Map([['id', { result: 'lost' }]]));
    const site = await openJira({
      file: jsonStateFile(path),
      precomputationFile,
      warn: (message) => warnings.push(message),
    });
    expect(warnings).toEqual([expect.stringContaining('results of JQL functions')]);
    expect(site.functions.entries).toEqual([]);
    expect(await readdir(directory)).toEqual(['jira.json']);
  });

  test('refuses loudly what it does not model', async () => {
    expect(await callAs(await open(), 'admin')('GET', '/dashboard')).toEqual({
      status: 501,
      body: {
        errorMessages: ['The sandbox does not model GET /rest/api/3/dashboard.'],
        errors: {},
      },
    });
  });

  test('answers a malformed path with a refusal', async () => {
    expect((await callAs(await open(), 'admin')('GET', '/issue/%E0%A4%A')).status).toBe(400);
  });

  test('has no route that hides another', () => {
    const shapes = routes.map(
      ({ method, path: route }) => `${method} ${route.replace(/\{\w+\}/g, '*')}`,
    );
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});
