/** The expressions in manifest.yml, which the app can't read; a test compares the two. */
export const manifestExpressions = {
  formatter:
    "typeof value?.objects == 'List' ? value.objects.slice(0, 3).map(o => typeof o?.label == 'String' ? (o.label.length > 60 ? o.label.slice(0, 60) + '…' : o.label) : '?').join(', ') + (value.objects.length > 3 ? ', +' + (value.objects.length - 3) : '') : value == null ? '' : 'Can’t be read'",
  objectValidation:
    "typeof value?.unfinished == 'String' ? value.unfinished : (value == null || (typeof value?.objects == 'List' && value.objects.length > 0 && value.objects.length <= 100))",
  cascadeValidation:
    "typeof value?.unfinished == 'String' ? value.unfinished : (value == null || (typeof value?.objects == 'List' && value.objects.length > 0 && value.objects.length <= 100 && (value.levels == null || (typeof value.levels == 'List' && value.levels.length <= 10))))",
};

/** The names in what Jira is asked about, with their types: a field's `value` may be anything. */
export const expressionVariables = { value: 'Any', texts: 'List<String>', text: 'String' };

/** What Jira is asked about: the whole texts, and of known types each means that they use. */
export const checkedExpressions: readonly { readonly about: string; readonly text: string }[] = [
  { about: 'the formatter', text: manifestExpressions.formatter },
  { about: 'the validation of an object field', text: manifestExpressions.objectValidation },
  { about: 'the validation of a cascade', text: manifestExpressions.cascadeValidation },
  { about: 'slice, map and join of a list', text: "texts.slice(0, 3).map(o => o).join(', ')" },
  { about: 'slice and length of a text', text: "text.slice(0, text.length - 1) + '…'" },
  { about: 'typeof', text: "typeof texts == 'List' && typeof text == 'String'" },
  { about: 'a text plus a number', text: "', +' + (texts.length - 3)" },
];
