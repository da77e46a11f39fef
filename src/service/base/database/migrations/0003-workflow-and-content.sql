-- Workflows belong to a workspace; WORKFLOW attributes name theirs in their configuration.
create table workflow (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  initial_state_id uuid not null
);

create index workflow_workspace on workflow (workspace_id);

create table workflow_state (
  id uuid primary key,
  workflow_id uuid not null references workflow (id) on delete cascade,
  name text not null,
  is_end_state boolean not null,
  position integer not null,
  unique (workflow_id, position)
);

-- The initial state is one of the workflow's own.
alter table workflow_state add unique (workflow_id, id);
alter table workflow add foreign key (id, initial_state_id)
  references workflow_state (workflow_id, id) deferrable initially deferred;

create table workflow_transition (
  id uuid primary key,
  workflow_id uuid not null references workflow (id) on delete cascade,
  name text not null,
  from_state_id uuid not null,
  to_state_id uuid not null,
  position integer not null,
  unique (workflow_id, position),
  foreign key (workflow_id, from_state_id) references workflow_state (workflow_id, id),
  foreign key (workflow_id, to_state_id) references workflow_state (workflow_id, id)
);

-- Facts of uploaded files. A key becomes the value of an attribute once and never again.
create table content (
  key text primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  file_name text not null,
  content_type text not null,
  file_size integer not null,
  created_at timestamptz not null,
  -- null: not the value of any attribute yet
  used_at timestamptz
);

create index content_workspace on content (workspace_id);

-- text is what a search reads where it is not the value itself: the file name of a MEDIA, the plain
-- text of a RICH_TEXT; key and words are of this text then.
alter table object_value add column text text;
alter table object_value add column content_key text
  references content (key) on delete cascade deferrable initially deferred;

create unique index object_value_content on object_value (content_key)
  where content_key is not null;

-- Paths of queries walk references from their target to the object that refers to it.
create index object_value_path on object_value (reference_id, attribute_id, object_id)
  where reference_id is not null;
drop index object_value_reference;
