/** The values of a page's objects, as they are shown. */
const values = `(
  select json_agg(json_build_object('id', value.id, 'attributeId', attribute_id,
    'value', value, 'target', target.label) order by position)
  from object_value as value left join object as target
    on target.workspace_id = $5 and target.id = reference_id
  where value.workspace_id = $5 and object_id = page.id
) as values`;

const match = 'workspace_id = $5 and type_id = $1 and label_words @@ $2::tsquery';
const isFirst = 'starts_with(label_key, $3)';

/** All that match, counted with the page. Best where few do. */
const wholePage = (rows: string) => `with page as (
     select *, count(*) over ()::integer as total from ${rows} as found
     order by ${isFirst} desc, label_key, id limit $4
   )
   select id, label, created_at, updated_at, total, ${values}
   from page order by ${isFirst} desc, label_key, id`;

/**
 * A label match as a good engineer would ask for it from a database shell: a page with its values,
 * labels first that begin with the text, and how many match in all, in one statement. The first is
 * the best where few match, the second where many do. Both take the type, the words as `tsquery`,
 * the folded text, the size of the page and the workspace.
 */
export const labelMatchesByHand = [
  wholePage(`(select * from object where ${match})`),
  `with beginning as materialized (
     select * from object where ${match} and ${isFirst} order by label_key, id limit $4
   ), other as (
     select * from (select * from object where ${match} and not ${isFirst} offset 0) as o
     order by label_key, id limit $4 - (select count(*) from beginning)
   ), page as (
     select *, 1 as part from beginning union all select *, 2 from other
   )
   select id, label, created_at, updated_at, ${values},
     (select count(*)::integer from object where ${match}) as total
   from page order by part, label_key, id`,
];

/** The same answer where the words are anywhere in those of the label; takes their parts as another `tsquery`. */
export const insideMatchesByHand = [
  wholePage(`(
     select * from object where ${match}
     union all
     select * from object where workspace_id = $5 and type_id = $1 and id in (
       select object_id from object_value where workspace_id = $5 and position = 0
         and parts @@ $6::tsquery and not (words @@ $2::tsquery))
   )`),
  wholePage(`(
     select * from object where workspace_id = $5 and type_id = $1 and id in (
       select id from object where ${match}
       union select object_id from object_value where workspace_id = $5 and position = 0
         and parts @@ $6::tsquery)
   )`),
];

const valuedBy = (isValue: string) => `select object_id from object_value
  where workspace_id = $5 and ${isValue} and (attribute_id = any ($6::uuid[])) is true`;

/** The same answer where the text is in the label or, as `isValue` says, in one of the attributes $6. */
export const attributeMatchesByHand = (isValue: string) => [
  wholePage(`(
     select * from object where ${match}
     union all
     select * from object where workspace_id = $5 and type_id = $1
       and not (label_words @@ $2::tsquery) and id in (${valuedBy(isValue)})
   )`),
  wholePage(`(
     select * from object where workspace_id = $5 and type_id = $1
       and id in (select id from object where ${match} union ${valuedBy(isValue)})
   )`),
];

/**
 * A page of what refers to one object, with its values and how many there are in all. Takes the type,
 * the attribute, the object that it refers to, the size of the page and the workspace.
 */
export const referringByHand = `with page as (
     select *, count(*) over ()::integer as total from (
       select * from object where workspace_id = $5 and type_id = $1 and id in (
         select object_id from object_value
         where workspace_id = $5 and attribute_id = $2 and reference_id = $3
       ) offset 0
     ) as found
     order by label_key, id limit $4
   )
   select id, label, created_at, updated_at, total, ${values}
   from page order by label_key, id`;

const referringThrough = `select distinct object_id as id from object_value
  where workspace_id = $5 and attribute_id = $2 and reference_id in (
    select object_id from object_value
    where workspace_id = $5 and attribute_id = $6 and reference_id = $3
  )`;

/**
 * A page of what refers to something that refers to one object, as {@link referringByHand}; takes the second attribute too.
 * The first looks up all that it is, which is best for a few. The second follows the order of the labels, which is best for many.
 */
export const referringThroughByHand = [
  'object.id in (select id from found)',
  '(object.id in (select id from found)) is true',
].map(
  (isFound) => `with found as materialized (${referringThrough}), page as (
     select *, (select count(*)::integer from found) as total from object
     where workspace_id = $5 and type_id = $1 and ${isFound} order by label_key, id limit $4
   )
   select id, label, created_at, updated_at, total, ${values}
   from page order by label_key, id`,
);

/** In SQL: a page of these rows, the largest number `by` first, with its values and how many match in all. */
const sortedPage = (rows: string, count: string) => `with page as (
     select * from (${rows}) as o order by by desc nulls last, label_key, id limit $3 offset $4
   )
   select id, label, created_at, updated_at, (${count}) as total, ${values}
   from page order by by desc nulls last, label_key, id`;

const numbers = `select object_id, number as by from object_value
  where workspace_id = $5 and attribute_id = $2 and number is not null`;

/** What the total of {@link sortedByHand} takes alone. Takes the type and the workspace. */
export const countByHand =
  'select count(*)::integer from object where type_id = $1 and workspace_id = $2';

/**
 * A page of all objects of a type by a number of theirs: its index has the first and those that have the same. Takes the
 * type, the attribute, the size of the page, how many come before it, and the workspace.
 */
export const sortedByHand = sortedPage(
  `select object.*, by from (
     ${numbers} order by number desc fetch first ($3::bigint + $4::bigint) rows with ties
   ) as first join object on workspace_id = $5 and id = object_id`,
  'select count(*)::integer from object where workspace_id = $5 and type_id = $1',
);

const ofCountry = `select object_id from object_value
  where workspace_id = $5 and attribute_id = $6 and reference_id = $7`;

/**
 * The same of the objects that refer to one. Takes that attribute and the object too. The first looks for the reference
 * of each object in the order of the numbers, the second for the number of each object that refers to it.
 */
export const sortedReferringByHand = [
  sortedPage(
    `select object.*, by from (${numbers} order by number desc) as numbered
       join object on workspace_id = $5 and id = object_id and type_id = $1
     where exists (${ofCountry} and object_id = object.id)`,
    `select count(*) from object where workspace_id = $5 and type_id = $1 and id in (${ofCountry})`,
  ),
  `with found as materialized (
     select * from object where workspace_id = $5 and type_id = $1 and id in (${ofCountry})
   ), page as (
     select found.*, number as by from found left join object_value as held on held.workspace_id = $5
       and held.object_id = found.id and held.attribute_id = $2 and held.position = 0
     order by number desc nulls last, label_key, found.id limit $3 offset $4
   )
   select id, label, created_at, updated_at, (select count(*) from found) as total, ${values}
   from page order by by desc nulls last, label_key, id`,
];

/** What the words $2 and $6 find in labels, and in countries by their labels. */
const byWord = (words: string) => `
  select object_id as id from object_value
    where workspace_id = $5 and position = 0 and parts @@ ${words}::tsquery
  union select value.object_id from object_value as label
    join object_value as value on value.workspace_id = $5 and value.attribute_id = $11
      and value.reference_id = label.object_id
    where label.workspace_id = $5 and label.position = 0 and label.parts @@ ${words}::tsquery`;

const isValue = `(attribute_id = $7 and value = any ($8::text[])
  or attribute_id = $9 and user_id = any ($10::uuid[]))`;

/**
 * The same answer where one word is in the label or the country, and the other one there or in the option or person
 * that it means: by looking at what the first word found, and by what both words find.
 */
export const twoWordsByHand = [
  wholePage(`(
     select object.* from object join (${byWord('$2')}) as first using (id)
     where workspace_id = $5 and type_id = $1 and (
       exists (select from object_value as value
         where value.workspace_id = $5 and value.object_id = object.id and ${isValue})
       or object.id in (${byWord('$6')}))
   )`),
  wholePage(`(
     select object.* from object join (${byWord('$2')}) as first using (id)
     join (
       select object_id as id from object_value where workspace_id = $5 and ${isValue}
       union ${byWord('$6')}
     ) as second using (id)
     where workspace_id = $5 and type_id = $1
   )`),
];
