import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Queryable } from '../../base/database/database';
import type { FileStore } from '../../base/files/file-store';
import { demoId, workspaceId } from './schema';
import type { DemoObject } from './schema';

/** @param laptop the key of the laptop: `LT-0001` */
export function photoKey(laptop: string): string {
  return demoId('content', 'IT', laptop);
}

/** Stores what the photos of these laptops are, in the workspace, which is there. */
export async function insertPhotos(
  database: Queryable,
  laptops: readonly DemoObject[],
): Promise<void> {
  const pictures = await readPictures();
  const photos = laptopsWithPhoto(laptops).map(({ key }, index) => ({
    key: photoKey(key),
    fileName: `${key} on the desk.jpg`,
    fileSize: pictureOf(pictures, index).length,
  }));
  await database.query(
    `insert into content (key, workspace_id, file_name, content_type, file_size, created_at)
     select key, $2, "fileName", 'image/jpeg', "fileSize", $3
     from json_to_recordset($1::json) as photo (key text, "fileName" text, "fileSize" integer)`,
    [JSON.stringify(photos), workspaceId('IT'), takenAt],
  );
}

const takenAt = new Date('2025-09-01T10:00:00Z');

/** Puts the photos of these laptops where files are kept, as far as they are in the database and not there. */
export async function storePhotos(
  database: Queryable,
  files: FileStore,
  laptops: readonly DemoObject[],
): Promise<void> {
  const pictures = await readPictures();
  const keys = laptopsWithPhoto(laptops).map(({ key }) => photoKey(key));
  const rows = await database.query<{ key: string }>(
    `update content set file_key = 'contents/' || key || '-demo'
     where workspace_id = $1 and key = any ($2::text[]) returning key`,
    [workspaceId('IT'), keys],
  );
  const known = new Set(rows.map(({ key }) => key));
  for (const [index, key] of keys.entries()) {
    const fileKey = `contents/${key}-demo`;
    if (!known.has(key) || (await files.findSize(fileKey)) !== undefined) continue;
    const picture = pictureOf(pictures, index);
    await files.put(fileKey, Readable.from([picture]), picture.length);
  }
}

function laptopsWithPhoto(laptops: readonly DemoObject[]): DemoObject[] {
  return laptops.filter(({ values }) => values.Photo !== undefined);
}

/** A few drawings, which the photos share. */
const pictureNames = ['laptop-1.jpg', 'laptop-2.jpg', 'laptop-3.jpg'];

function readPictures(): Promise<Buffer[]> {
  const folder = new URL('./photos/', import.meta.url);
  return Promise.all(pictureNames.map((name) => readFile(new URL(name, folder))));
}

function pictureOf(pictures: readonly Buffer[], index: number): Buffer {
  return pictures[index % pictures.length] ?? Buffer.alloc(0);
}
