import { openDatabase } from '../../src/service/base/database/open-database';
import { listGeography } from '../../src/service/run/demo/geography';
import { GeographyImport } from '../../src/service/run/demo/import-geography';

/**
 * A process that imports the first places of the demo data, as the sandbox does behind the scenes: its
 * arguments are the address of the database and how many. It prints how far the import is whenever it has
 * imported some, and stays until it is ended.
 */
const [, , databaseUrl = '', size = ''] = process.argv;
const source = {
  size: Number(size),
  async *list(from: number) {
    for await (const piece of listGeography(from)) {
      yield piece;
      if (piece.end >= source.size) return;
    }
  },
};

const geography = new GeographyImport(await openDatabase(databaseUrl), source);
geography.start({
  onProgress: (imported) => console.log(imported),
  onFailure: (error) => {
    throw error;
  },
});
