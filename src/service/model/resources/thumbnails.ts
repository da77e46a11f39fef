import { buffer } from 'node:stream/consumers';
import type { Queryable } from '../../base/database/database';
import { isDiskFull } from '../../base/database/full-disk';
import type { FileStore } from '../../base/files/file-store';
import {
  ThumbnailUnfinished,
  maximumPictureBytes,
  pictureTypes,
  thumbnailVersion,
} from '../../base/files/thumbnail-maker';
import type { ThumbnailMaker } from '../../base/files/thumbnail-maker';
import { notFound } from '../../base/refusals/refusal';
import type { Workspace, WorkspaceView } from '../permissions/workspace-view';
import { findReadableContent } from './contents';

/** The most addresses that one answer has. */
const maximumThumbnails = 1_000;

interface ShownFile {
  readonly contentKey: string;
  readonly contentType?: string | undefined;
  readonly fileSize?: number | undefined;
}

/**
 * Finds those of these files, which the caller may read, that are likely to give a thumbnail: whether they do shows once it
 * is made.
 * @returns the keys of the first thousand; an empty set if there are none
 */
export async function findPictures(
  database: Queryable,
  { workspaceId }: Workspace,
  files: readonly ShownFile[],
): Promise<ReadonlySet<string>> {
  const keys = files.filter(mayBePicture).map(({ contentKey }) => contentKey);
  if (keys.length === 0) return new Set();
  const rows = await database.query<{ key: string }>(
    `select key from content
     where workspace_id = $1 and key = any ($2::text[]) and file_key is not null
       and (thumbnail is not null or thumbnail_version is distinct from $3::smallint)`,
    [workspaceId, keys.slice(0, maximumThumbnails), thumbnailVersion],
  );
  return new Set(rows.map(({ key }) => key));
}

function mayBePicture({ contentType = '', fileSize = 0 }: ShownFile): boolean {
  const [type = ''] = contentType.split(';');
  return pictureTypes.includes(type.trim().toLowerCase()) && fileSize <= maximumPictureBytes;
}

export interface ThumbnailDependencies {
  readonly database: Queryable;
  readonly files: FileStore;
  readonly thumbnailMaker: ThumbnailMaker;
}

/**
 * Returns the thumbnail of a file, made now if it is asked for the first time.
 * @throws Refusal 404 for a file of no object that the caller may read, and for one that gives no thumbnail
 * @throws DatabaseBusy where too many are to be made before it
 */
export async function readThumbnail(
  dependencies: ThumbnailDependencies,
  view: WorkspaceView,
  contentKey: string,
): Promise<Uint8Array> {
  const { database } = dependencies;
  const content = await findReadableContent(database, view, contentKey);
  if (content === undefined) throw notFound('file');
  const place = { workspaceId: view.workspaceId, contentKey, fileKey: content.fileKey };
  const thumbnail =
    (await findStored(database, place)) ?? (await makeAndStore(dependencies, place));
  if (thumbnail === null) throw notFound('file');
  return thumbnail;
}

interface Place extends Workspace {
  readonly contentKey: string;
  readonly fileKey: string;
}

/** Returns null for a file that gives no thumbnail; undefined where none was made by this version. */
async function findStored(
  database: Queryable,
  { workspaceId, contentKey }: Place,
): Promise<Uint8Array | null | undefined> {
  const [row] = await database.query<{ thumbnail: string | null }>(
    `select encode(thumbnail, 'base64') as thumbnail from content
     where workspace_id = $1 and key = $2 and thumbnail_version = $3::smallint`,
    [workspaceId, contentKey, thumbnailVersion],
  );
  return row && (row.thumbnail === null ? null : Buffer.from(row.thumbnail, 'base64'));
}

/** Returns null for a file that gives no thumbnail, and for one that took too long. */
async function makeAndStore(
  { database, files, thumbnailMaker }: ThumbnailDependencies,
  place: Place,
): Promise<Uint8Array | null> {
  const size = await files.findSize(place.fileKey);
  if (size === undefined || size > maximumPictureBytes) return null;
  try {
    const thumbnail = await thumbnailMaker.make(
      place.fileKey,
      async () =>
        // A copy in memory of its own, which the other thread takes over.
        new Uint8Array(await buffer(files.read(place.fileKey))),
    );
    await store(database, place, thumbnail);
    return thumbnail ?? null;
  } catch (error) {
    if (error instanceof ThumbnailUnfinished) return null;
    throw error;
  }
}

/** Keeps a thumbnail, or that there is none. Without room on the disk, it is made again the next time. */
async function store(
  database: Queryable,
  { workspaceId, contentKey }: Place,
  thumbnail: Uint8Array | undefined,
): Promise<void> {
  const text = thumbnail === undefined ? null : Buffer.from(thumbnail).toString('base64');
  await database
    .query(
      `update content set thumbnail = decode($3::text, 'base64'), thumbnail_version = $4::smallint
       where workspace_id = $1 and key = $2`,
      [workspaceId, contentKey, text, thumbnailVersion],
    )
    .catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
}
