import { beforeEach, describe, expect, test } from 'vitest';
import {
  propertySpelling,
  type PropertySpelling,
} from '../../../src/sandbox/jira/platform-switches';
import { assetField } from '../support/jira';
import { callOf, FunctionSite } from '../support/precomputations';

let jira: FunctionSite;
beforeEach(async () => {
  jira = await FunctionSite.open();
});

const asset = (objectId: string, label: string) => ({
  objects: [{ objectId, label }],
  objectIds: [objectId],
  labels: [label],
});

function setAsset(key: string, value: unknown): void {
  const issue = jira.site.model.findIssue(key);
  if (!issue) throw new Error(`No issue ${key}.`);
  issue.values[assetField] = value;
}

const ids = '("laptop-x", "laptop-y")';
const spelled: Readonly<Record<PropertySpelling, string>> = {
  'quoted-name': `"Asset.ObjectId" in ${ids}`,
  'bare-name': `Asset.ObjectId in ${ids}`,
  'quoted-id': `"cf[10050].ObjectId" in ${ids}`,
  'bracketed-name': `"Asset"[ObjectId] in ${ids}`,
  'bracketed-id': `cf[10050][ObjectId] in ${ids}`,
  'split-name': `"Asset".ObjectId in ${ids}`,
  'split-id': `cf[10050].ObjectId in ${ids}`,
};

describe('A search by an app’s function', () => {
  beforeEach(() => {
    setAsset('DEMO-1', asset('laptop-x', 'ThinkPad X1'));
    setAsset('DEMO-2', asset('laptop-y', 'MacBook Pro'));
    setAsset('HELP-1', asset('laptop-x', 'ThinkPad X1'));
    jira.answer = ({ operator }) => ({ jql: `"Asset.ObjectId" ${operator} ${ids}` });
  });

  test('goes together with the project and with text of the field', async () => {
    const call = callOf('Status = "In repair"');
    const jql = `project = DEMO and ${call} and "Asset" ~ "thinkpad"`;
    expect(await jira.search(jql)).toBe('DEMO-1');
  });

  test.each([
    ['finds what the fragment finds', callOf('q'), 'HELP-1 DEMO-2 DEMO-1'],
    [
      'leaves out issues without a value behind "not in"',
      callOf('q', 'not in'),
      /^(?!.*\b(?:DEMO-1|DEMO-9)\b).+/,
    ],
    ['can be one of two', `project = DEMO and ${callOf('q')} or key = HELP-2`, /HELP-2/],
    ['can be ordered', `${callOf('q')} order by key asc`, 'DEMO-1 DEMO-2 HELP-1'],
  ])('%s', async (_, jql, expected) => {
    const found = await jira.search(jql);
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  test.each(propertySpelling.options)(
    'takes a fragment in the spelling that Jira accepts, and in no other: %s',
    async (only) => {
      const { site } = jira;
      site.model.switches.jqlPropertySpellings = [only];
      for (const spelling of propertySpelling.options) {
        jira.answer = () => ({ jql: spelled[spelling] });
        const found = await jira.search(callOf(spelling));
        if (spelling === only) expect(found).toBe('HELP-1 DEMO-2 DEMO-1');
        else expect(found).toMatch(/^400 /);
      }
    },
  );

  test('finds an issue that is given a found object later, without asking the app', async () => {
    await jira.search(callOf('q'));
    setAsset('DEMO-4', asset('laptop-y', 'MacBook Pro'));
    expect(await jira.search(callOf('q'))).toContain('DEMO-4');
    expect(jira.asked).toHaveLength(1);
  });
});

describe('The app itself', () => {
  test.each(['"Asset.ObjectId"', '"cf[10050].ObjectId"', 'cf[10050][ObjectId]'])(
    'finds values that hold no list of ids yet: %s',
    async (property) => {
      setAsset('DEMO-4', { objects: [{ objectId: 'laptop-x', label: 'ThinkPad X1' }] });
      const jql = `key in (DEMO-1, DEMO-4) and cf[10050] is not EMPTY and ${property} is EMPTY`;
      expect(await jira.search(jql)).toBe('DEMO-4');
    },
  );

  test.each([
    ['id = -1', ''],
    ['key = DEMO-1 and id != -1', 'DEMO-1'],
    ['key = DEMO-1 and key is not EMPTY', 'DEMO-1'],
  ])('can name nothing and everything: %s', async (jql, expected) => {
    expect(await jira.search(jql)).toBe(expected);
  });
});

describe('A function of an app', () => {
  const asked = () => jira.asked.map(({ clause }) => clause);

  test('is replaced by its fragment', async () => {
    jira.answer = () => ({ jql: '"Asset.Label" in ("Laptop 1", "Laptop 6") or key = DEMO-7' });
    const jql = 'type = Task and issue in WORKSPACEobjects("Status = \\"In repair\\"", "Asset")';
    expect(await jira.search(jql)).toBe('DEMO-7 DEMO-1');
    expect(asked()).toMatchObject([{ arguments: ['Status = "In repair"', 'Asset'] }]);
  });

  test('is asked with the opposite operator behind a "not"', async () => {
    jira.answer = () => ({ jql: 'not key in (HELP-1, HELP-2)' });
    const jql = 'project = HELP and not issue in workspaceObjects("q", "Asset")';
    expect(await jira.search(jql)).toBe('HELP-3');
    expect(asked()).toMatchObject([{ operator: 'not in' }]);
  });

  test('may be called by a fragment of its own, once', async () => {
    const fragments: Record<string, string> = {
      a: `${callOf('b')} or key = DEMO-1`,
      b: 'key = DEMO-2',
      c: callOf('a'),
    };
    jira.answer = ({ arguments: [query = ''] }) => ({ jql: fragments[query] ?? '' });
    expect(await jira.search(callOf('a'))).toBe('DEMO-2 DEMO-1');
    expect(await jira.search(callOf('c'))).toMatch(/^501 /);
  });

  test('is refused with what is wrong with its fragment', async () => {
    jira.answer = () => ({ jql: '"Asset.Nope" = 1' });
    expect(await jira.search(callOf('q'))).toBe(
      "400 Field 'Asset.Nope' does not exist or you do not have permission to view it.",
    );
  });

  test.each([
    ['issue = workspaceObjects("q", "f")', /^400 /],
    ['issue in workspaceObjects("q")', /^400 /],
    ['issue in (workspaceObjects("q", "f"))', /^501 /],
  ])('is not asked where it does not fit: %s', async (jql, refusal) => {
    expect(await jira.search(jql)).toMatch(refusal);
    expect(asked()).toEqual([]);
  });
});
