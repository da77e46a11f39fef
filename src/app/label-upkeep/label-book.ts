import { allEntries, type Client } from '../../api/client';
import { printQuery } from '../../query';
import { isHidden } from '../access/error-reply';
import {
  cascadeConfiguration,
  type CascadeConfiguration,
  kindsOfLevels,
} from '../cascade-field/configuration';
import { configuration, type Configuration } from '../object-field/configuration';
import { findLabels, idsPerSearch, type ObjectLookup } from '../objects/find-objects';
import { objectKey } from '../objects/stored-value';
import type { OwnField } from '../platform/app-jira';
import type { FieldEntry } from './relabel-value';

type LabelSource = Omit<ObjectLookup, 'attributes'>;

/**
 * Where the objects of a field are. Whoever may edit a work item can write any id into its field, and everyone can
 * read a stored label. So labels are only read for objects that the field, or their level, can offer.
 */
export interface LabelSources {
  readonly workspaceId: string;
  /** By the level on which a value holds an object; undefined stands for a value that names none. */
  readonly kinds: ReadonlyMap<string | undefined, Pick<LabelSource, 'typeId' | 'query'>>;
}

export function objectSources({ workspaceId, typeId }: Configuration): LabelSources {
  return { workspaceId, kinds: new Map([[undefined, { typeId }]]) };
}

export function cascadeSources({ workspaceId, levels }: CascadeConfiguration): LabelSources {
  const queries = kindsOfLevels(levels);
  const kinds = new Map<string | undefined, Pick<LabelSource, 'query'>>(
    [...queries].map(([levelId, query]) => [levelId, { query }]),
  );
  const ofLast = kinds.get(levels.at(-1)?.levelId);
  return { workspaceId, kinds: ofLast ? kinds.set(undefined, ofLast) : kinds };
}

/** Undefined where a field isn't configured, or its configuration can't be read. */
export function findLabelSources(
  kind: OwnField['kind'],
  stored: unknown,
): LabelSources | undefined {
  if (kind === 'cascade') {
    const { data } = cascadeConfiguration.safeParse(stored);
    return data && cascadeSources(data);
  }
  const { data } = configuration.safeParse(stored);
  return data && objectSources(data);
}

/** The objects in one value, and where they may be from. */
export interface FieldEntries {
  /** Undefined where the field isn't configured. */
  readonly sources: LabelSources | undefined;
  readonly entries: readonly FieldEntry[];
}

/** The object keys that each source is asked about. */
export type Questions = Map<string, { readonly source: LabelSource; readonly keys: Set<string> }>;

/** Adds the entries whose places have a source. */
export function addQuestions(questions: Questions, { sources, entries }: FieldEntries): void {
  for (const { levelId, objectId } of entries) {
    const source = sourceAt(sources, levelId);
    if (!source) continue;
    const ofSource = questions.get(keyOf(source)) ?? { source, keys: new Set<string>() };
    questions.set(keyOf(source), ofSource);
    ofSource.keys.add(objectKey(objectId));
  }
}

/** How many calls of the service answer them, with the one that reads what is everyone's of each source. */
export function callsToAsk(questions: Questions): number {
  const calls = [...questions.values()].map(({ keys }) => Math.ceil(keys.size / idsPerSearch) + 1);
  return calls.reduce((sum, count) => sum + count, 0);
}

/** The answers of one source. */
interface Chapter {
  /** By object key; undefined for what is gone, hidden, restricted or none of the source's objects. */
  readonly labels: Map<string, string | undefined>;
  /** The keys of objects whose type not every member of the workspace may read. */
  readonly restrictedKeys: Set<string>;
  /** The workspace or the type is gone, or can't be read. */
  isUnreadable: boolean;
}

export type LabelBook = ReturnType<typeof createLabelBook>;

export interface LabelBookOptions {
  /** Whether to leave out objects of types that not every member of the workspace may read. */
  readonly isForEveryone?: boolean | undefined;
}

/**
 * The labels that objects have now; each is asked for once. For one slice of a job: a label may have
 * changed by the next one.
 */
export function createLabelBook(client: Client, { isForEveryone = false }: LabelBookOptions = {}) {
  const chapters = new Map<string, Chapter>();

  return {
    /**
     * Asks for those that are not known yet, a hundred of one source with each call.
     * @throws {ServiceError}
     */
    async read(values: readonly FieldEntries[]): Promise<void> {
      const questions: Questions = new Map();
      for (const value of values) addQuestions(questions, value);
      for (const { source, keys } of questions.values()) await ask(source, [...keys]);
    },
    /** Undefined for an object that is gone, restricted, that can't be seen, or that can't be in this place. */
    labelOf(sources: LabelSources, { levelId, objectId }: FieldEntry): string | undefined {
      return findChapter(sourceAt(sources, levelId))?.labels.get(objectKey(objectId));
    },
    /** Whether a workspace or type that the value takes was unreadable. */
    isUnreadable: ({ sources, entries }: FieldEntries): boolean =>
      entries.some(({ levelId }) => findChapter(sourceAt(sources, levelId))?.isUnreadable === true),
    /** Whether the value holds an object that was left out because not everyone may read its type. */
    isRestricted: ({ sources, entries }: FieldEntries): boolean =>
      entries.some(({ levelId, objectId }) =>
        findChapter(sourceAt(sources, levelId))?.restrictedKeys.has(objectKey(objectId)),
      ),
  };

  function findChapter(source: LabelSource | undefined): Chapter | undefined {
    return source && chapters.get(keyOf(source));
  }

  async function ask(source: LabelSource, keys: readonly string[]): Promise<void> {
    const chapter: Chapter = findChapter(source) ?? newChapter();
    chapters.set(keyOf(source), chapter);
    const unknown = keys.filter((key) => !chapter.labels.has(key));
    if (chapter.isUnreadable || unknown.length === 0) return;
    try {
      const found = await findLabels(client, source, unknown);
      // After them, and each time: what is renamed once access is limited has a label that isn't everyone's.
      const typeIds = new Set(found.map(({ typeId }) => typeId));
      const everyones = isForEveryone
        ? await findTypesOfEveryone(client, source, typeIds)
        : typeIds;
      for (const key of unknown) chapter.labels.set(key, undefined);
      for (const { objectId, label, typeId } of found) {
        if (everyones.has(typeId)) chapter.labels.set(objectKey(objectId), label);
        else chapter.restrictedKeys.add(objectKey(objectId));
      }
    } catch (error) {
      if (!isHidden(error)) throw error;
      chapter.isUnreadable = true;
    }
  }
}

function newChapter(): Chapter {
  return { labels: new Map(), restrictedKeys: new Set(), isUnreadable: false };
}

/** Of the types, those that every member of the workspace reads. One is read by itself, and several from pages of all. */
async function findTypesOfEveryone(
  client: Client,
  { workspaceId }: LabelSource,
  typeIds: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { types } = client.inWorkspace(workspaceId);
  const [first, ...others] = typeIds;
  if (first === undefined) return typeIds;
  const read = others.length > 0 ? await allEntries(types.list) : [await types.get(first)];
  return new Set(read.filter((type) => type.isReadByEveryMember).map(({ id }) => id));
}

function sourceAt(
  sources: LabelSources | undefined,
  levelId: string | undefined,
): LabelSource | undefined {
  const kind = sources?.kinds.get(levelId);
  return sources && kind && { workspaceId: sources.workspaceId, ...kind };
}

function keyOf({ workspaceId, typeId, query }: LabelSource): string {
  return JSON.stringify([workspaceId, typeId, query && printQuery(query)]);
}
