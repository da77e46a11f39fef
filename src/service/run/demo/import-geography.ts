import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseEnded } from '../../base/database/database';
import type { Database, Queryable } from '../../base/database/database';
import { findImported, setImported, withoutReferenceChecks, rememberTouched } from './demo-tables';
import { insertObjects } from './fill';
import { geographySize, isInSmallGeography, listGeography } from './geography';
import type { GeographyPiece } from './geography';
import { objectId, workspaceId } from './schema';
import type { DemoObject } from './schema';

/** Is told how an import progresses. */
export interface ImportObserver {
  /** @param imported how many objects are there of `total`; both are equal once, when all is done */
  onProgress(imported: number, total: number): void;
  /** The import has stopped, and continues at the next start. */
  onFailure(error: unknown): void;
}

/** What is imported: as many objects as `size` says. */
export interface GeographySource {
  readonly size: number;
  list(from: number): AsyncIterable<GeographyPiece>;
}

const wholeGeography: GeographySource = { size: geographySize, list: listGeography };

/** A database whose demo data is of a version that remembered nothing of an import. */
export class EarlierDemoData extends Error {
  override readonly name = 'EarlierDemoData';

  constructor() {
    super('The demo data is from an earlier version. Reset it to get all of it.');
  }
}

/**
 * Completes the workspace Geography behind the scenes. Each object is imported exactly once, however
 * often the service is ended in the middle, and what people change in the meantime stays changed.
 */
export class GeographyImport {
  #observer: ImportObserver | undefined;
  #running: Promise<void> = Promise.resolve();
  #pauses: Promise<void> = Promise.resolve();
  #isPaused = false;
  #isHalted = false;
  #stop = new AbortController();
  /** How often in a row the database was lost before anything more was imported. */
  #losses = 0;

  constructor(
    private readonly database: Database,
    private readonly source: GeographySource = wholeGeography,
    private readonly wait: (ms: number) => Promise<unknown> = sleep,
  ) {}

  /** Begins, or continues where an import was cut off; where one still runs, after it. */
  start(observer: ImportObserver): void {
    this.#observer = observer;
    this.#losses = 0;
    this.#running = this.#running
      .then(() => this.#importAlone(observer))
      .catch((error: unknown) => observer.onFailure(error));
  }

  /**
   * Does `work` while nothing is imported, and after the `work` of others. What is missing then
   * comes after it, also where it failed.
   */
  pauseFor(work: () => Promise<void>): Promise<void> {
    const done = this.#pauses.then(() => this.#pauseNow(work));
    this.#pauses = done.catch(() => undefined);
    return done;
  }

  /** Returns when nothing is imported any more, and nothing will be. */
  async halt(): Promise<void> {
    this.#isHalted = true;
    this.#stop.abort();
    await this.#pauses;
    await this.#running;
  }

  async #pauseNow(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true;
    this.#stop.abort();
    try {
      await this.#running;
      await work();
    } finally {
      this.#isPaused = false;
      if (this.#observer && !this.#isHalted) this.start(this.#observer);
    }
  }

  /** Several processes on one database import one after the other: the second finds nothing to do. */
  async #importAlone(observer: ImportObserver): Promise<void> {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    if (this.#mustStop) return;
    try {
      await this.database.exclusively('import', () => this.#importAll(observer), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  get #mustStop(): boolean {
    return this.#isPaused || this.#isHalted;
  }

  /** Goes on after the database was lost, unless it is lost again and again at the same place. */
  async #importAll(observer: ImportObserver): Promise<void> {
    try {
      await this.#importRest(observer);
    } catch (error) {
      this.#losses += 1;
      const isWorthAnother = error instanceof DatabaseEnded && this.#losses < maximumLosses;
      if (!isWorthAnother || this.#mustStop) throw error;
      await this.wait(reopenedAfterMs);
      await this.#importAll(observer);
    }
  }

  /** @throws EarlierDemoData */
  async #importRest(observer: ImportObserver): Promise<void> {
    const { size } = this.source;
    const imported = await findImported(this.database);
    if (imported === undefined) throw new EarlierDemoData();
    if (imported === size) return;
    for await (const piece of this.source.list(imported)) {
      if (this.#mustStop) return;
      await this.#importPiece(piece);
      if (piece.end < size) observer.onProgress(piece.end, size);
    }
    await this.#tidyUp('vacuum');
    await this.#tidyUp('analyze');
    observer.onProgress(size, size);
  }

  async #importPiece({ objects, end }: GeographyPiece): Promise<void> {
    const missing = objects.filter((object) => !isInSmallGeography(object));
    await this.database.transaction(
      async (transaction) => {
        const complete = await withoutLostTargets(transaction, missing);
        await withoutReferenceChecks(transaction, () =>
          insertObjects(transaction, 'Geography', complete),
        );
        await setImported(transaction, end);
      },
      { isPatient: true },
    );
    this.#losses = 0;
  }

  /** Step by step, so that requests are answered in between, and whoever pauses it soon can. */
  async #tidyUp(how: 'analyze' | 'vacuum'): Promise<void> {
    for (const table of ['object', 'object_value']) {
      if (!this.#mustStop) await this.database.runScript(`${how} ${table}`);
    }
  }
}

const reopenedAfterMs = 1_000;
const maximumLosses = 3;

/**
 * Returns the objects without their references to what people deleted before they were imported.
 * What lacks a reference counts as touched, since it is not as it would be in full.
 */
async function withoutLostTargets(
  database: Queryable,
  objects: readonly DemoObject[],
): Promise<readonly DemoObject[]> {
  const ids = objects.map(({ workspace, type, key }) => objectId(workspace, type, key));
  const targetIds = [...new Set(objects.flatMap(targetsOf))];
  const rows = await database.query<{ id: string }>(
    'select id from object where workspace_id = $1 and id = any ($2::uuid[])',
    [workspaceId('Geography'), targetIds],
  );
  const known = new Set([...ids, ...rows.map(({ id }) => id)]);
  if (targetIds.every((id) => known.has(id))) return objects;
  const isLost = (id: string) => !known.has(id);
  await rememberTouched(
    database,
    ids.filter((_, index) => targetsOf(objects[index]).some(isLost)),
  );
  return objects.map((object) => withoutTargets(object, isLost));
}

function withoutTargets(object: DemoObject, isLost: (id: string) => boolean): DemoObject {
  const lost = new Set(targetsOf(object).filter(isLost));
  if (lost.size === 0) return object;
  const kept = Object.entries(object.values).filter(
    ([, value]) => typeof value !== 'string' || !lost.has(value),
  );
  return { ...object, values: Object.fromEntries(kept) };
}

/** The ids of the objects that an object of the workspace Geography refers to. */
function targetsOf(object: DemoObject | undefined): string[] {
  const { Country, Region } = object?.values ?? {};
  return [Country, Region].filter((target) => typeof target === 'string');
}
