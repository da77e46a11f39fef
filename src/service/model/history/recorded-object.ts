import * as z from 'zod';

/** A text, or the beginning of one that was too long. */
const recordedText = z.union([z.string(), z.object({ cut: z.string() })]);

const recordedValue = z.object({
  value: recordedText,
  /** What people read where it isn't the value itself: the name of an option or a state, a rich text's text, a file's name. */
  text: z.optional(recordedText),
});
export type RecordedValue = z.infer<typeof recordedValue>;

const recordedAttribute = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  values: z.array(recordedValue),
});
export type RecordedAttribute = z.infer<typeof recordedAttribute>;

/** What the history keeps of an object, before a change and after it: of attributes that changed. */
export const recordedObject = z.object({
  label: recordedText,
  attributes: z.array(recordedAttribute),
});
export type RecordedObject = z.infer<typeof recordedObject>;
