const illegalNumber = (number: string, character: number) =>
  `'${number}' is not a valid number. Numbers must be between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,807. (line 1, character ${character})`;
const reserved = (word: string, character: number) =>
  `'${word}' is a reserved JQL word. You must surround it in quotation marks to use it in a query. (line 1, character ${character})`;

type Cases = readonly [jql: string, ...errors: string[]][];

/** What Atlassian's grammar does not take, and the place that is named. */
export const unreadableCases: readonly (readonly [jql: string, line: number, character: number])[] =
  [
    ['project', 1, 8],
    ['invalid query', 1, 9],
    ['project = DEMO and\nfoo bar', 2, 5],
    ['(project = DEMO', 1, 16],
    ['a = b order by c d', 1, 18],
    ['cf[x] = 1', 1, 4],
    ["comment ~ 'test", 1, 11],
    ['summary ~ "a\\x"', 1, 11],
    ['minewww ="\u007fx"', 1, 10],
    ['"Asset".ObjectId = a', 1, 8],
    ['created > EMPTY', 1, 11],
  ];

/** What the grammar takes and Jira cannot read; each sentence follows "Error in the JQL Query: ". */
export const syntaxCases: Cases = [
  ["'' = bad", 'A field name cannot be empty. (line 1, character 1)'],
  ['a = b and\n\\  = bad', 'A field name cannot be empty. (line 2, character 1)'],
  ['a = b order by "" desc', 'A field name cannot be empty. (line 1, character 16)'],
  ["a = ''()", 'A function name cannot be empty. (line 1, character 5)'],
  ['a in (b, " "())', 'A function name cannot be empty. (line 1, character 10)'],
  ['key in (1, 9223372036854775808)', illegalNumber('9223372036854775808', 12)],
  ['a = -9223372036854775809', illegalNumber('-9223372036854775809', 5)],
  ['cf[10050000000000000000] = a', illegalNumber('10050000000000000000', 4)],
  ['key NOT IN all("x")', reserved('all', 12)],
  ['all = 1', reserved('all', 1)],
  ['summary ~ ALL', reserved('ALL', 11)],
];

/** What can be read and is refused, whole sentences. */
export const refusedCases: Readonly<Record<string, Cases>> = {
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
    [
      'priority = High',
      "Field 'priority' does not exist or you do not have permission to view it.",
    ],
    [
      '"Epic Link" is EMPTY',
      "Field 'Epic Link' does not exist or you do not have permission to view it.",
    ],
    [
      'project = DEMO order by rank',
      "Field 'rank' does not exist or you do not have permission to view it.",
    ],
    ['created = nope(-1d)', "Unable to find JQL function 'nope(-1d)'."],
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
    ['summary = test', "The operator '=' is not supported by the 'summary' field."],
    ['text !~ x', "The operator '!~' is not supported by the 'text' field."],
    ['Asset = x', "The operator '=' is not supported by the 'Asset' field."],
    ['"Asset.ObjectId" ~ x', "The operator '~' is not supported by the 'Asset.ObjectId' field."],
    ['text is EMPTY', "The field 'text' does not support searching for EMPTY values."],
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
      'assignee = currentUser(1)',
      "Function 'currentUser' expected '0' arguments but received '1'.",
    ],
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
  'created = now()',
  'created = startOfDay(-1d)',
  'assignee in membersOf("users")',
  'assignee in (membersOf("users"))',
  'created > -1d',
  'created = "2026-01-01"',
  'key >= DEMO-3',
  'status was Done',
  'status changed',
  'status changed from Done by currentUser()',
  'issue.property["a"].b = 1',
  'summary ~ "a OR b"',
  'summary ~ "laptop -dock"',
  'summary ~ "laptop~2"',
  'summary ~ "la*p*t*o*p*"',
  'summary ~ EMPTY',
];

const nested = 'that is nested so deeply';
const long = 'of more than 60,000 characters';

/** What the sandbox says that it takes no more of, and a query that holds far more. */
export const oversizedCases: readonly [limit: string, jql: string][] = [
  [nested, '('.repeat(20_000)],
  [nested, `${'not '.repeat(10_000)}key = DEMO-1`],
  [nested, `${'!('.repeat(2_000)}key = DEMO-1${')'.repeat(2_000)}`],
  [long, `${'summary ~ "0*" or '.repeat(20_000)}key = DEMO-1`],
  [long, `key in (${'DEMO-1,'.repeat(20_000)}DEMO-1)`],
];
