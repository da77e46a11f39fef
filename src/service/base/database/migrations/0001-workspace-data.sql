-- People who can sign in to the service. How they prove who they are is in 0002.
create table account (
  id uuid primary key,
  email text not null unique,
  name text not null,
  password_hash text not null
);

create table workspace (
  id uuid primary key,
  name text not null
);

-- Who may read and write a workspace at all.
create table membership (
  workspace_id uuid not null references workspace (id) on delete cascade,
  user_id uuid not null references account (id) on delete cascade,
  primary key (workspace_id, user_id)
);

create table type (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  description text
);

create unique index type_name on type (workspace_id, lower(name));

-- Members read every type of their workspace but these.
create table type_denial (
  type_id uuid not null references type (id) on delete cascade,
  user_id uuid not null references account (id) on delete cascade,
  primary key (type_id, user_id)
);

create table attribute (
  id uuid primary key,
  type_id uuid not null references type (id) on delete cascade,
  name text not null,
  description text,
  attribute_type_code text not null,
  -- null: the defaults of the attribute's type
  configuration jsonb,
  is_label boolean not null default false,
  position integer not null
);

create unique index attribute_name on attribute (type_id, lower(name));
create unique index attribute_label on attribute (type_id) where is_label;

-- label, label_key and label_words repeat the first value of the label attribute, so that the
-- label match of a picker reads one table.
create table object (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  type_id uuid not null references type (id) on delete cascade,
  label text not null,
  label_key text collate "C" not null,
  label_words tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index object_label_words on object using gin (label_words);
create index object_type_label on object (type_id, label_key, id);
create index object_workspace on object (workspace_id);

-- value is what the API shows; the other columns carry what a search compares, each filled only
-- for the attribute types it concerns:
--   number        INTEGER DECIMAL
--   moment        DATE (midnight UTC) DATETIME
--   reference_id  REFERENCE
--   user_id       USER
--   key, words    TEXT EMAIL URL: the folded text, cut, as sort key; its folded words
create table object_value (
  id uuid primary key,
  object_id uuid not null references object (id) on delete cascade,
  attribute_id uuid not null references attribute (id) on delete cascade,
  position integer not null,
  value text not null,
  number numeric,
  moment timestamptz,
  reference_id uuid references object (id) on delete cascade deferrable initially deferred,
  user_id uuid references account (id) on delete cascade,
  key text collate "C",
  words tsvector,
  unique (object_id, attribute_id, position)
);

create index object_value_number on object_value (attribute_id, number) where number is not null;
create index object_value_moment on object_value (attribute_id, moment) where moment is not null;
create index object_value_reference on object_value (reference_id) where reference_id is not null;
create index object_value_user on object_value (user_id) where user_id is not null;
create index object_value_words on object_value using gin (words) where words is not null;
