import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database';
import { DatabaseEnded } from '../database';
import { findImported, setImported } from './demo-tables';
import { insertObjects } from './fill';
import { geographySize, isInSmallGeography, listGeography } from './geography';
import type { GeographyPiece } from './geography';
import { withoutLostTargets } from './lost-targets';
import { withoutReferenceChecks } from './without-reference-checks';

/** Told how an import goes on. */
export interface ImportObserver {
  /** @param imported how many objects are there of `total`; both are equal once, when all is done */
  onProgress(imported: number, total: number): void;
  /** The import is over, and goes on at the next start. */
  onFailure(error: unknown): void;
}

/** What is imported: as many objects as `size` says. */
export interface GeographySource {
  readonly size: number;
  list(from: number): AsyncIterable<GeographyPiece>;
}

const wholeGeography: GeographySource = { size: geographySize, list: listGeography };

/**
 * Completes the workspace Geography behind the scenes. Each object is imported exactly once, however
 * often the service is ended in the middle, and what people change meanwhile stays changed.
 */
export class GeographyImport {
  readonly #database: Database;
  readonly #source: GeographySource;
  #observer: ImportObserver | undefined;
  #running: Promise<void> = Promise.resolve();
  #isHalted = false;

  constructor(database: Database, source: GeographySource = wholeGeography) {
    this.#database = database;
    this.#source = source;
  }

  /** Begins, or goes on where an import was cut off. */
  start(observer: ImportObserver): void {
    this.#observer = observer;
    this.#isHalted = false;
    this.#running = this.#importRest(observer).catch((error: unknown) => {
      observer.onFailure(error);
    });
  }

  /** Does `work` while nothing is imported; what is missing after it comes then. */
  async pauseFor(work: () => Promise<void>): Promise<void> {
    await this.halt();
    await work();
    if (this.#observer) this.start(this.#observer);
  }

  /** Returns when nothing is imported any more. */
  async halt(): Promise<void> {
    this.#isHalted = true;
    await this.#running;
  }

  async #importRest(observer: ImportObserver): Promise<void> {
    const { size } = this.#source;
    const imported = await this.#findStart();
    if (imported === size) return;
    try {
      let analyzeAt = imported + firstAnalyzed;
      for await (const piece of this.#source.list(imported)) {
        if (this.#isHalted) return;
        await this.#importPiece(piece);
        if (piece.end < size) observer.onProgress(piece.end, size);
        if (piece.end < analyzeAt) continue;
        await tidyUp(this.#database, 'analyze');
        analyzeAt = piece.end * 4;
      }
    } catch (error) {
      if (!(error instanceof DatabaseEnded) || this.#isHalted) throw error;
      await sleep(reopenedAfterMs);
      return this.#importRest(observer);
    }
    await tidyUp(this.#database, 'vacuum (analyze)');
    observer.onProgress(size, size);
  }

  /** @throws Error in a database whose demo data is of a version that remembered nothing of it */
  async #findStart(): Promise<number> {
    const imported = await findImported(this.#database);
    if (imported !== undefined) return imported;
    throw new Error('The demo data is of an earlier version. Reset it to have all of it.');
  }

  async #importPiece({ objects, end }: GeographyPiece): Promise<void> {
    const missing = objects.filter((object) => !isInSmallGeography(object));
    await this.#database.transaction(
      async (transaction) => {
        const complete = await withoutLostTargets(transaction, missing);
        await withoutReferenceChecks(transaction, () =>
          insertObjects(transaction, 'Geography', complete),
        );
        await setImported(transaction, end);
      },
      { isPatient: true },
    );
  }
}

/** How many objects make the planner's idea of the tables too old at first; later four times as many. */
const firstAnalyzed = 5_000;
const reopenedAfterMs = 1_000;

/** One table at a time, so that requests are answered in between. */
async function tidyUp(database: Database, how: 'analyze' | 'vacuum (analyze)'): Promise<void> {
  for (const table of ['object', 'object_value']) await database.runScript(`${how} ${table}`);
}
