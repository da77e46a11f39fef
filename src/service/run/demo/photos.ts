import type { Queryable } from '../../base/database';
import { demoId } from './demo-id';
import type { DemoObject } from './demo-object';

/** A laptop's photo: the facts of an upload. */
interface Photo {
  readonly key: string;
  readonly fileName: string;
  readonly fileSize: number;
}

/** @param laptop the key of the laptop: `LT-0001` */
export function photoKey(laptop: string): string {
  return demoId('content', 'IT', laptop);
}

/** Stores what the photos of these laptops are, in the workspace, which is there. */
export async function insertPhotos(
  database: Queryable,
  laptops: readonly DemoObject[],
): Promise<void> {
  const photos = laptops.filter(({ values }) => values.Photo !== undefined).map(describePhoto);
  await database.query(
    `insert into content (key, workspace_id, file_name, content_type, file_size, created_at)
     select key, $2, "fileName", 'image/jpeg', "fileSize", $3
     from json_to_recordset($1::json) as photo (key text, "fileName" text, "fileSize" integer)`,
    [JSON.stringify(photos), demoId('workspace', 'IT'), takenAt],
  );
}

const takenAt = new Date('2025-09-01T10:00:00Z');

function describePhoto({ key }: DemoObject, index: number): Photo {
  return {
    key: photoKey(key),
    fileName: `${key} on the desk.jpg`,
    fileSize: 180_000 + index * 1_234,
  };
}
