import fc from 'fast-check';

/**
 * The seed of every property: the same in each `npm test`, so that a change fails for what it
 * changed, and another one in each nightly run, which prints it.
 */
export const seed = Number(process.env.PROPERTY_SEED ?? 20_261_122);
fc.configureGlobal({ seed });

export default fc;
