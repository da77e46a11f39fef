import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';

/** What a value means to a reader, by the type of its attribute; texts as long as stored labels. */
const shownDetails = z.object({
  /** REFERENCE; `url` only where it is a web address. */
  objectId: z.optional(z.string()),
  label: z.optional(z.string()),
  url: z.optional(z.string()),
  /** USER, OPTION, WORKFLOW */
  name: z.optional(z.string()),
  /** USER */
  email: z.optional(z.string()),
  /** WORKFLOW */
  isEndState: z.optional(z.boolean()),
  /** OPTION, WORKFLOW */
  color: z.optional(z.string()),
  /** MEDIA; the size in bytes. */
  fileName: z.optional(z.string()),
  contentType: z.optional(z.string()),
  fileSize: z.optional(z.number()),
  /** MEDIA: a web address of a square picture; it lasts a minute, and is there only where it was asked for. */
  thumbnailUrl: z.optional(z.string()),
  /** RICH_TEXT, and a TEXT that mentions someone: what it says as plain text. */
  text: z.optional(z.string()),
});
export type ShownDetails = z.infer<typeof shownDetails>;

const shownValue = z.object({
  value: z.string(),
  /** Absent where the type needs none, and where the person may not read what the value names. */
  details: z.optional(shownDetails),
});
export type ShownValue = z.infer<typeof shownValue>;

const shownAttribute = z.object({
  attributeId: z.string(),
  name: z.string(),
  /** Absent where the configuration was saved by a version that did not keep it. */
  attributeTypeCode: z.optional(z.string()),
  /** At least one. */
  values: z.array(shownValue),
  /** How many further values the object has; absent where there are none. */
  moreValues: z.optional(z.number()),
});
export type ShownAttribute = z.infer<typeof shownAttribute>;

/** Numbers, times and yes or no: each reader has them as they are used to, and they need their name. */
export const typesWrittenByReader: ReadonlySet<string> = new Set([
  'INTEGER',
  'DECIMAL',
  'BOOLEAN',
  'DATE',
  'DATETIME',
  'SYSTEM_CREATED',
  'SYSTEM_UPDATED',
]);

/** An object as the service shows it to this person now. */
export const shownObject = z.object({
  objectId: z.string(),
  /** The emoji of its type, which stands before its label on screens alone; absent where the type has none. */
  symbol: z.optional(z.string()),
  label: z.string(),
  /** Its page in the service; absent where the service names no web address. */
  url: z.optional(z.string()),
  /** Of the configured attributes those that have a value, in the configured order. */
  attributes: z.array(shownAttribute),
});
export type ShownObject = z.infer<typeof shownObject>;

/** As many as a search finds at most: what a person looks through before typing another letter. */
export const maximumFoundObjects = 50;

const shownObjects = z.object({ objects: z.array(shownObject) });

/** The first objects of a search, and how many match, with those that are not among the first. */
export const foundObjects = z.object({
  ...shownObjects.shape,
  total: z.number(),
  /** The names of the attributes that were searched beside the label; the label alone where absent. */
  searchedNames: z.optional(z.array(z.string())),
});

/** Longer text than any label is cut before it is sent. */
export const maximumTypedLength = 255;
export const typedText = z.string().check(z.maxLength(maximumTypedLength));

/** As many ids as a function of the resolver takes in one call. */
export const maximumIdsPerCall = 1_000;

/** As Jira stores them: a stored value may hold any text. */
export const askedIds = z
  .array(z.string().check(z.maxLength(255)))
  .check(z.maxLength(maximumIdsPerCall));

/** The asked ids whose objects a field offers. */
export const offeredIds = z.object({ objectIds: z.array(z.string()) });

/** Stored objects as they are now, for a view, and for the labels that a save stores. */
export const viewObjects = resolverFunction(
  'view',
  {
    objectIds: askedIds,
    /** Whether to ask for addresses of thumbnails if the first attribute is a MEDIA one. */
    withPictures: z.optional(z.boolean()),
  },
  shownObjects,
);
