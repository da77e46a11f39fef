import { Client } from 'pg';

/** A statement as it was first sent. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** Notes each statement that this process sends to Postgres from now on, once. */
export function recordStatements(): {
  readonly statements: ReadonlyMap<string, RecordedStatement>;
  readonly stop: () => void;
} {
  const statements = new Map<string, RecordedStatement>();
  const original: unknown = Reflect.get(Client.prototype, 'query');
  const send = original as (this: Client, ...sent: unknown[]) => unknown;
  function record(this: Client, ...sent: unknown[]) {
    const [config] = sent as [Partial<RecordedStatement> | string];
    if (typeof config === 'object' && typeof config.text === 'string') {
      const { text, values = [] } = config;
      if (!statements.has(text)) statements.set(text, { text, values });
    }
    return send.apply(this, sent);
  }
  Reflect.set(Client.prototype, 'query', record);
  return { statements, stop: () => Reflect.set(Client.prototype, 'query', original) };
}
