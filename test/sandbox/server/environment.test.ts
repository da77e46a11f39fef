import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../../src/sandbox/server/environment';

describe('The environment', () => {
  test('has a default for everything, also for what is set to nothing', () => {
    expect(readEnvironment({ TRACKER_PORT: '', PATH: '/bin' })).toEqual({
      TRACKER_PORT: 8080,
      SERVICE_PORT: 8081,
      PLATFORM_PORT: 8082,
      CUSTOM_UI_PORT: 8083,
      DATA_DIR: '.sandbox',
      DEMO: 'full',
      WDS_EXPECTED_SITES: 1,
    });
  });

  test('sets ports, data and demo', () => {
    const given = { TRACKER_PORT: '0', SERVICE_PORT: '9001', DATA_DIR: 'data', DEMO: 'small' };
    expect(readEnvironment(given)).toMatchObject({
      TRACKER_PORT: 0,
      SERVICE_PORT: 9001,
      DATA_DIR: 'data',
      DEMO: 'small',
    });
  });

  test('takes free ports for the rest where the tracker takes a free one', () => {
    const given = { TRACKER_PORT: '0', CUSTOM_UI_PORT: '9003' };
    expect(readEnvironment(given)).toMatchObject({ PLATFORM_PORT: 0, CUSTOM_UI_PORT: 9003 });
  });

  test.each([
    [{ TRACKER_PORT: 'eighty' }, 'TRACKER_PORT'],
    [{ SERVICE_PORT: '70000' }, 'SERVICE_PORT'],
    [{ DEMO: 'huge' }, 'DEMO'],
    [{ DATABSE_URL: 'postgres://x' }, 'DATABSE_URL isn’t a setting. Did you mean DATABASE_URL?'],
    [{ WDS_EXPECTED_SITES: '51' }, 'WDS_EXPECTED_SITES'],
    [{ ASSISTANT_URL: 'https://models.example.com/v1' }, 'or none of them'],
    [
      { DATABASE_URL: 'mysql://localhost/x' },
      'DATABASE_URL: Write postgres://user:password@host:port/database.',
    ],
  ])('refuses %o, naming the variable', (variables, message) => {
    expect(() => readEnvironment(variables)).toThrow(message);
  });
});
