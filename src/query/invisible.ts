/**
 * A character that is drawn as nothing, or changes how others are drawn: controls, direction marks and
 * overrides, joiners, variation selectors, fillers, tags, lone surrogates, line and paragraph
 * separators. Whatever shows what somebody typed goes by this one set.
 */
export const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
