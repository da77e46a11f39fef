const validOperators =
  "The valid operators are '=', '!=', '<', '>', '<=', '>=', '~', '!~', 'IN', 'NOT IN', 'IS' and 'IS NOT'.";
const validEscapes =
  "The valid escape sequences are \\', \\\", \\t, \\n, \\r, \\\\, '\\ ' and \\uXXXX.";
const validDates =
  "Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.";

const illegalNumber = (number: string, character: number) =>
  `'${number}' is not a valid number. Numbers must be between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,807. (line 1, character ${character})`;
const reserved = (word: string, character: number) =>
  `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 1, character ${character})`;

type Cases = readonly [jql: string, ...errors: string[]][];

/** What cannot be read; each sentence follows "Error in the JQL Query: ". */
export const syntaxCases: Cases = [
  ['project', `Expecting operator before the end of the query. ${validOperators}`],
  ['invalid query', `Expecting operator but got 'query'. ${validOperators} (line 1, character 9)`],
  [
    'project = DEMO and\nfoo bar',
    `Expecting operator but got 'bar'. ${validOperators} (line 2, character 5)`,
  ],
  ['project = DEMO and', 'Expecting a field name at the end of the query.'],
  [
    'and',
    "Expecting a field name but got 'and'. You must surround 'and' in quotation marks to use it as a field name. (line 1, character 1)",
  ],
  [
    'project = DEMO and order by key',
    "Expecting a field name but got 'order'. You must surround 'order' in quotation marks to use it as a field name. (line 1, character 20)",
  ],
  ['project = DEMO x', "Expecting either 'OR' or 'AND' but got 'x'. (line 1, character 16)"],
  ['project = DEMO)', "Expecting either 'OR' or 'AND' but got ')'. (line 1, character 15)"],
  ['(project = DEMO', "Expecting ')' before the end of the query."],
  ['(project = DEMO key = 1)', "Expecting ')' but got 'key'. (line 1, character 17)"],
  ['key in (a b)', "Expecting ')' but got 'b'. (line 1, character 11)"],
  ['project not = 1', "Expecting 'IN' but got '='. (line 1, character 13)"],
  ['project is 5', "Expecting 'EMPTY' but got '5'. (line 1, character 12)"],
  ['a = b order', "Expecting 'by' before the end of the query."],
  ['a = b order created', "Expecting 'by' but got 'created'. (line 1, character 13)"],
  ['a = b order by', 'Expecting a field name at the end of the query.'],
  ['a = b order by c d', "Expecting either 'ASC' or 'DESC' but got 'd'. (line 1, character 18)"],
  ['a = b order by c desc d', "Expecting ',' but got 'd'. (line 1, character 23)"],
  ['cf', "Expecting '[' before the end of the query."],
  ['cf[', 'Expecting a custom field id (a positive number) before the end of the query.'],
  [
    'cf[x] = 1',
    "Expecting a custom field id (a positive number) but got 'x'. (line 1, character 4)",
  ],
  ['a = f(', "Expecting ')' before the end of the query."],
  [
    'a = f(!',
    "Expecting a function argument but got '!'. You must surround '!' in quotation marks to use it as an argument. (line 1, character 7)",
  ],
  [
    'summary ~ abort',
    "'abort' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 1, character 11)",
  ],
  [
    'mine{www = x',
    "The character '{' is a reserved JQL character. You must enclose it in a string or use the escape '\\u007b' instead. (line 1, character 5)",
  ],
  ["comment ~ 'test", "The quoted string 'test' has not been completed. (line 1, character 11)"],
  ["comment ~ '", 'The quoted string has not been completed. (line 1, character 11)'],
  [
    'summary ~ "a\\x"',
    `'\\x' is an illegal JQL escape sequence. ${validEscapes} (line 1, character 13)`,
  ],
  [
    'summary ~ \\u12',
    `'\\u1' is an illegal JQL escape sequence. ${validEscapes} (line 1, character 11)`,
  ],
  [
    'summary ~ \\',
    `The escape sequence has not been completed. ${validEscapes} (line 1, character 11)`,
  ],
  [
    'minewww ="\u007fx"',
    "The character 'U+007F' on line 1 at position 11 must be escaped. Use the escape '\\u007f' instead. (line 1, character 11)",
  ],
  ["'' = bad", 'A field name cannot be empty. (line 1, character 1)'],
  ['a = b and\n\\  = bad', 'A field name cannot be empty. (line 2, character 1)'],
  ['a = b order by "" desc', 'A field name cannot be empty. (line 1, character 16)'],
  ["a = ''()", 'A function name cannot be empty. (line 1, character 5)'],
  ['a in (b, " "())', 'A function name cannot be empty. (line 1, character 10)'],
  ['key in (1, 9223372036854775808)', illegalNumber('9223372036854775808', 12)],
  ['a = -9223372036854775809', illegalNumber('-9223372036854775809', 5)],
  ['cf[10050000000000000000] = a', illegalNumber('10050000000000000000', 4)],
  ['key NOT IN all("x")', reserved('all', 12)],
  ['key NOT IN all', reserved('all', 12)],
  ['all = 1', reserved('all', 1)],
  ['summary ~ ALL', reserved('ALL', 11)],
  [
    '"Asset".ObjectId = a',
    `Expecting operator but got '.ObjectId'. ${validOperators} (line 1, character 8)`,
  ],
];

/** What can be read and is refused, whole sentences. */
export const refusedCases: Readonly<Record<string, Cases>> = {
  'a value that is missing': [
    [
      'project =',
      'Error in JQL Query: Expecting either a value, list or function before the end of the query.',
    ],
    [
      'project = and',
      "Error in JQL Query: Expecting either a value, list or function but got 'and'. You must surround 'and' in quotation marks to use it as a value. (line 1, character 11)",
    ],
    [
      'project == DEMO',
      "Error in JQL Query: Expecting either a value, list or function but got '='. You must surround '=' in quotation marks to use it as a value. (line 1, character 10)",
    ],
  ],
  'a query without restriction': [
    [
      '',
      'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
    ],
    [
      'order by created',
      'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
    ],
  ],
  'what there is not': [
    ['foo = 1', "Field 'foo' does not exist or you do not have permission to view it."],
    ['cf[999] = 1', "Field 'cf[999]' does not exist or you do not have permission to view it."],
    [
      '"Asset.Nope" = 1',
      "Field 'Asset.Nope' does not exist or you do not have permission to view it.",
    ],
    [
      'Asset[Nope] = 1',
      "Field 'Asset[Nope]' does not exist or you do not have permission to view it.",
    ],
    ['project = NOPE', "The value 'NOPE' does not exist for the field 'project'."],
    ['project = 99', "A value with ID '99' does not exist for the field 'project'."],
    ['project = ""', "The value '' does not exist for the field 'project'."],
    ['status in (Done, "Odd")', "The value 'Odd' does not exist for the field 'status'."],
    ['assignee = nobody', "The value 'nobody' does not exist for the field 'assignee'."],
    ['key = DEMO-999', 'Issue does not exist or you do not have permission to see it.'],
    ['key = foo', "The issue key 'foo' for field 'key' is invalid."],
    ['assignee = nope(1, "a b")', `Unable to find JQL function 'nope(1, "a b")'.`],
    ['assignee in nope()', "Unable to find JQL function 'nope()'."],
    [
      'project = NOPE and foo = 1 and status = Odd',
      "The value 'NOPE' does not exist for the field 'project'.",
      "Field 'foo' does not exist or you do not have permission to view it.",
      "The value 'Odd' does not exist for the field 'status'.",
    ],
    [
      'project = DEMO order by foo, text',
      "Field 'foo' does not exist or you do not have permission to view it.",
      "Not able to sort using field 'text'.",
    ],
    ['project = DEMO order by "Asset.ObjectId"', "Not able to sort using field 'Asset.ObjectId'."],
  ],
  'an operator that does not fit': [
    [
      'created > EMPTY',
      "Error in JQL Query: Expecting either a value, list or function but got 'EMPTY'. You must surround 'EMPTY' in quotation marks to use it as a value. (line 1, character 11)",
    ],
    ['summary = test', "The operator '=' is not supported by the 'summary' field."],
    ['status > Done', "The operator '>' is not supported by the 'status' field."],
    ['text !~ x', "The operator '!~' is not supported by the 'text' field."],
    ['Asset = x', "The operator '=' is not supported by the 'Asset' field."],
    ['"Asset.ObjectId" ~ x', "The operator '~' is not supported by the 'Asset.ObjectId' field."],
    ['text is EMPTY', "The field 'text' does not support searching for EMPTY values."],
    [
      'summary in test',
      "Operator 'in' does not support the non-list value '\"test\"' for field 'summary'.",
    ],
    [
      "b not in 'a \\'b\\''",
      `Operator 'not in' does not support the non-list value '"a 'b'"' for field 'b'.`,
    ],
    [
      'assignee not in currentUser()',
      "Operator 'not in' does not support the non-list value 'currentUser()' for field 'assignee'.",
    ],
  ],
  'a value that does not fit': [
    [
      'status = currentUser()',
      "A value provided by the function 'currentUser' is invalid for the field 'status'.",
    ],
    [
      'created > currentUser()',
      "A date for the field 'created' provided by the function 'currentUser' is not valid.",
    ],
    ['created > yesterday', `Date value 'yesterday' for field 'created' is invalid. ${validDates}`],
    [
      'created = "2026-02-30"',
      `Date value '2026-02-30' for field 'created' is invalid. ${validDates}`,
    ],
    [
      'created > 2026-13-01',
      `Date value '2026-13-01' for field 'created' is invalid. ${validDates}`,
    ],
    [
      'created > "2026-01-01 25:00"',
      `Date value '2026-01-01 25:00' for field 'created' is invalid. ${validDates}`,
    ],
    [
      'created > "-100000000000000000000d"',
      `Date value '-100000000000000000000d' for field 'created' is invalid. ${validDates}`,
    ],
    [
      'created > -99999999999999w',
      `Date value '-99999999999999w' for field 'created' is invalid. ${validDates}`,
    ],
    [
      'created > "99999999999999w 1d"',
      `Date value '99999999999999w 1d' for field 'created' is invalid. ${validDates}`,
    ],
    ['created > now(1)', "Function 'now' expected '0' arguments but received '1'."],
  ],
  'a text that cannot be searched for': [
    ['summary ~ ""', "The field 'summary' does not support searching for an empty string."],
    [
      'summary ~ "*x"',
      "The text query '*x' for field 'summary' is not allowed to start with character '*'.",
    ],
    ['summary ~ "AND"', "Unable to parse the text 'AND' for field 'summary'."],
    ['summary ~ "a \\"b"', "Unable to parse the text 'a \"b' for field 'summary'."],
  ],
};

/** What Jira would answer and the stand-in does not. */
export const unmodelledCases: readonly string[] = [
  'status was Done',
  'status changed',
  'status changed from Done by currentUser()',
  'priority = High',
  '"Epic Link" is EMPTY',
  'project = DEMO order by rank',
  'textfields ~ x',
  'parentEpic = DEMO-1',
  'projectType = software',
  'assignee in membersOf("users")',
  'assignee = membersOf("users")',
  'created > startOfDay(-1d)',
  'issue.property["a"].b = 1',
  'summary ~ "a OR b"',
  'summary ~ "laptop -dock"',
  'summary ~ "laptop~2"',
  'summary ~ "la*p*t*o*p*"',
  'summary ~ EMPTY',
];

const nested = 'nested deeper than 100 levels';

/** What the sandbox says that it takes no more of, and a query that holds far more. */
export const oversizedCases: readonly [limit: string, jql: string][] = [
  [nested, '('.repeat(20_000)],
  [nested, `${'not '.repeat(20_000)}key = DEMO-1`],
  [nested, `${'!('.repeat(200)}key = DEMO-1${')'.repeat(200)}`],
  ['of more than 1,000 clauses', `${'summary ~ "0*" or '.repeat(20_000)}key = DEMO-1`],
  ['of more than 10,000 values', `key in (${'DEMO-1,'.repeat(20_000)}DEMO-1)`],
];
