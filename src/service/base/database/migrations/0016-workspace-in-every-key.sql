-- Every row of a workspace says which one, first thing in its key: what belongs together can be told by
-- that alone, so that partitions or several servers can share the workspaces among them. Keys, unique
-- indexes and references all name it.

create function pg_temp.workspace_of(kind text, row_id uuid) returns uuid language plpgsql stable as $$
begin
  case kind
    when 'type' then return (select workspace_id from type where id = row_id);
    when 'object' then return (select workspace_id from object where id = row_id);
    when 'workflow' then return (select workspace_id from workflow where id = row_id);
    when 'site' then return (select workspace_id from site where id = row_id);
  end case;
end $$;

-- Words are looked for in one workspace, so each begins with the end of its id: one index then serves
-- many workspaces as well as it serves one. Two with the same end only share a part of the index.
create function pg_temp.words_in(workspace_id uuid, words tsvector) returns tsvector
language sql immutable strict as $$
  select array_to_tsvector(array(
    select right(workspace_id::text, 8) || word from unnest(tsvector_to_array(words)) as word
  ))
$$;

-- What the tables were held together by.
alter table embed_token drop constraint embed_token_page_id_fkey;
alter table page drop constraint page_site_id_fkey;
alter table site_access drop constraint site_access_site_id_fkey;
alter table object_value
  drop constraint object_value_object_id_fkey,
  drop constraint object_value_attribute_id_fkey,
  drop constraint object_value_reference_id_fkey,
  drop constraint object_value_content_key_fkey,
  drop constraint object_value_pkey,
  drop constraint object_value_object_id_attribute_id_position_key;
drop index object_value_words, object_value_content, object_value_path;
alter table object drop constraint object_type_id_fkey;
drop index object_label_words, object_type_label, object_workspace;
alter table attribute drop constraint attribute_type_id_fkey;
drop index attribute_name, attribute_label;
alter table type_denial drop constraint type_denial_type_id_fkey;
alter table workflow drop constraint workflow_id_initial_state_id_fkey;
alter table workflow_transition
  drop constraint workflow_transition_workflow_id_fkey,
  drop constraint workflow_transition_workflow_id_from_state_id_fkey,
  drop constraint workflow_transition_workflow_id_to_state_id_fkey;
alter table workflow_state drop constraint workflow_state_workflow_id_fkey;
drop index workflow_workspace, site_workspace, content_workspace, content_released;

-- A change of a column's type writes the table anew, without a trigger and without rows left behind.
alter table type_denial add column workspace_id uuid;
alter table type_denial
  alter column workspace_id type uuid using pg_temp.workspace_of('type', type_id),
  alter column workspace_id set not null;
alter table attribute add column workspace_id uuid;
alter table attribute
  alter column workspace_id type uuid using pg_temp.workspace_of('type', type_id),
  alter column workspace_id set not null;
alter table object_value add column workspace_id uuid;
alter table object_value
  alter column workspace_id type uuid using pg_temp.workspace_of('object', object_id),
  alter column words type tsvector
    using pg_temp.words_in(pg_temp.workspace_of('object', object_id), words),
  alter column workspace_id set not null;
alter table object
  alter column label_words type tsvector using pg_temp.words_in(workspace_id, label_words);
alter table workflow_state add column workspace_id uuid;
alter table workflow_state
  alter column workspace_id type uuid using pg_temp.workspace_of('workflow', workflow_id),
  alter column workspace_id set not null;
alter table workflow_transition add column workspace_id uuid;
alter table workflow_transition
  alter column workspace_id type uuid using pg_temp.workspace_of('workflow', workflow_id),
  alter column workspace_id set not null;
alter table site_access add column workspace_id uuid;
alter table site_access
  alter column workspace_id type uuid using pg_temp.workspace_of('site', site_id),
  alter column workspace_id set not null;
alter table page add column workspace_id uuid;
alter table page
  alter column workspace_id type uuid using pg_temp.workspace_of('site', site_id),
  alter column workspace_id set not null;

alter table type drop constraint type_pkey, add primary key (workspace_id, id);
alter table type_denial
  drop constraint type_denial_pkey, add primary key (workspace_id, type_id, user_id),
  add foreign key (workspace_id, type_id) references type on delete cascade;
alter table attribute
  drop constraint attribute_pkey, add primary key (workspace_id, id),
  add foreign key (workspace_id, type_id) references type on delete cascade;
create unique index attribute_name on attribute (workspace_id, type_id, lower(name));
create unique index attribute_label on attribute (workspace_id, type_id) where is_label;

alter table object
  drop constraint object_pkey, add primary key (workspace_id, id),
  add foreign key (workspace_id, type_id) references type on delete cascade;
create index object_type_label on object (workspace_id, type_id, label_key, id);
create index object_label_words on object using gin (label_words) with (fastupdate = off);

alter table content
  drop constraint content_pkey, add primary key (workspace_id, key),
  drop constraint content_upload_hash_key, add unique (workspace_id, upload_hash);
create index content_released on content (workspace_id, key) where is_released;

-- The id of a value is shown and never looked for, so that it has no index of its own.
alter table object_value
  add primary key (workspace_id, object_id, attribute_id, position),
  add foreign key (workspace_id, object_id) references object on delete cascade,
  add foreign key (workspace_id, attribute_id) references attribute on delete cascade,
  add foreign key (workspace_id, reference_id) references object on delete cascade
    deferrable initially deferred,
  add foreign key (workspace_id, content_key) references content on delete cascade
    deferrable initially deferred;
create index object_value_words on object_value using gin (words) with (fastupdate = off)
  where words is not null;
create unique index object_value_content on object_value (workspace_id, content_key)
  where content_key is not null;
create index object_value_path on object_value (reference_id, attribute_id, object_id, workspace_id)
  where reference_id is not null;

alter table workflow drop constraint workflow_pkey, add primary key (workspace_id, id);
alter table workflow_state
  drop constraint workflow_state_pkey,
  drop constraint workflow_state_workflow_id_id_key,
  drop constraint workflow_state_workflow_id_position_key,
  add primary key (workspace_id, workflow_id, id),
  add unique (workspace_id, workflow_id, position),
  add foreign key (workspace_id, workflow_id) references workflow on delete cascade;
alter table workflow add foreign key (workspace_id, id, initial_state_id)
  references workflow_state deferrable initially deferred;
alter table workflow_transition
  drop constraint workflow_transition_pkey,
  drop constraint workflow_transition_workflow_id_position_key,
  add primary key (workspace_id, workflow_id, id),
  add unique (workspace_id, workflow_id, position),
  add foreign key (workspace_id, workflow_id) references workflow on delete cascade,
  add foreign key (workspace_id, workflow_id, from_state_id) references workflow_state,
  add foreign key (workspace_id, workflow_id, to_state_id) references workflow_state;

alter table site drop constraint site_pkey, add primary key (workspace_id, id);
alter table site_access
  drop constraint site_access_pkey, add primary key (workspace_id, site_id, user_id),
  add foreign key (workspace_id, site_id) references site on delete cascade;
alter table page
  drop constraint page_pkey, add primary key (workspace_id, id),
  add foreign key (workspace_id, site_id) references site on delete cascade;
alter table embed_token
  add foreign key (workspace_id, page_id) references page on delete cascade;
alter table embed_session drop constraint embed_session_secret_hash_key;
drop index embed_token_user, embed_token_expiry, embed_session_user, embed_session_expiry;
create index embed_token_user on embed_token (workspace_id, user_id, created_at);
create index embed_session_user on embed_session (workspace_id, user_id, created_at);

-- A type, and an attribute, is of one workspace: without this the planner takes them for independent.
create statistics object_type_workspace (dependencies) on workspace_id, type_id from object;
create statistics object_value_workspace (dependencies) on workspace_id, attribute_id
  from object_value;

create or replace function release_content() returns trigger language plpgsql as $$
begin
  update content set is_released = true
    where workspace_id = old.workspace_id and key = old.content_key;
  return null;
end $$;

create function change_schema_of_row() returns trigger language plpgsql as $$
begin
  perform change_schema(coalesce(new.workspace_id, old.workspace_id));
  return null;
end $$;

create or replace trigger type_schema after insert or update or delete on type
  for each row execute function change_schema_of_row();
create or replace trigger attribute_schema after insert or update or delete on attribute
  for each row execute function change_schema_of_row();
create or replace trigger state_schema after insert or update or delete on workflow_state
  for each row execute function change_schema_of_row();
drop function change_schema_of_type(), change_schema_of_attribute(), change_schema_of_state();
