-- The tables of 0.1.0. Databases remember the name of this file, so it can't be renamed.

-- Every row of a workspace says which one, first thing in its key: what belongs together can be told by
-- that alone, so that partitions or several servers can share the workspaces among them. Keys, unique
-- indexes and references all name it.

-- People who can sign in to the service.
create table account (
  id uuid primary key,
  email text not null unique,
  name text not null,
  password_hash text not null
);

-- A number never stands for two schemas, also where a workspace is made anew.
create sequence schema_version;

create table workspace (
  id uuid primary key,
  name text not null,
  -- Changes with each change of the workspace's types, attributes and workflow states: what was read of
  -- them holds as long as it stays.
  schema_version bigint not null default nextval('schema_version')
);

-- Who may read and write a workspace at all.
create table membership (
  workspace_id uuid not null references workspace (id) on delete cascade,
  user_id uuid not null references account (id) on delete cascade,
  -- adds people to the workspace and removes them
  is_administrator boolean not null default false,
  primary key (workspace_id, user_id)
);

create table type (
  id uuid not null,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  description text,
  primary key (workspace_id, id)
);

create unique index type_name on type (workspace_id, lower(name));

-- Members read every type of their workspace but these.
create table type_denial (
  type_id uuid not null,
  user_id uuid not null references account (id) on delete cascade,
  workspace_id uuid not null,
  primary key (workspace_id, type_id, user_id),
  foreign key (workspace_id, type_id) references type on delete cascade
);

create index type_denial_user on type_denial (user_id);

create table attribute (
  id uuid not null,
  type_id uuid not null,
  name text not null,
  description text,
  attribute_type_code text not null,
  -- null: the defaults of the attribute's type
  configuration jsonb,
  is_label boolean not null default false,
  position integer not null,
  workspace_id uuid not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, type_id) references type on delete cascade
);

create unique index attribute_name on attribute (workspace_id, type_id, lower(name));
create unique index attribute_label on attribute (workspace_id, type_id) where is_label;

-- label, label_key and label_words repeat the first value of the label attribute, so that the
-- label match of a picker reads one table.
-- Words are looked for in one workspace, so each begins with the end of its id: one index then serves
-- many workspaces as well as it serves one. Two with the same end only share a part of the index.
create table object (
  id uuid not null,
  workspace_id uuid not null references workspace (id) on delete cascade,
  type_id uuid not null,
  label text not null,
  label_key text collate "C" not null,
  label_words tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, type_id) references type on delete cascade
);

create index object_type_label on object (workspace_id, type_id, label_key, id);
-- Words are found at once, and not first collected in a list that every search has to read.
create index object_label_words on object using gin (label_words) with (fastupdate = off);

-- Facts of uploaded files. A content is announced first; its bytes arrive at an address of their own. A key
-- becomes the value of an attribute once and never again.
create table content (
  key text not null,
  workspace_id uuid not null references workspace (id) on delete cascade,
  file_name text not null,
  content_type text not null,
  file_size integer not null,
  created_at timestamptz not null,
  -- null: not the value of any attribute yet
  used_at timestamptz,
  upload_hash text,
  upload_expires_at timestamptz,
  awaits_upload boolean not null default false,
  -- where its bytes are in the file store; null: none have arrived
  file_key text,
  -- Its value was taken away; it may have been written again in the same moment.
  is_released boolean not null default false,
  -- Who announced it, and until when an upload of it may run: another one waits until then.
  announced_by uuid,
  upload_until timestamptz,
  primary key (workspace_id, key),
  unique (workspace_id, upload_hash)
);

-- What counts against the budgets of a person and of a workspace, and is removed once it is old.
create index content_unheld_person on content (announced_by) where used_at is null or is_released;
create index content_unheld_workspace on content (workspace_id) where used_at is null or is_released;

-- value is what the API shows; the other columns carry what a search compares, each filled only
-- for the attribute types it concerns:
--   number        INTEGER DECIMAL
--   moment        DATE (midnight UTC) DATETIME
--   reference_id  REFERENCE
--   user_id       USER
--   key, words    TEXT EMAIL URL: the folded text, cut, as sort key; its folded words
--   text          what a search reads where it is not the value itself: the file name of a MEDIA, the
--                 plain text of a RICH_TEXT; key and words are of this text then
-- The id of a value is shown and never looked for, so that it has no index of its own.
create table object_value (
  id uuid not null,
  object_id uuid not null,
  attribute_id uuid not null,
  position integer not null,
  value text not null,
  number numeric,
  moment timestamptz,
  reference_id uuid,
  user_id uuid references account (id) on delete cascade,
  key text collate "C",
  words tsvector,
  text text,
  content_key text,
  workspace_id uuid not null,
  primary key (workspace_id, object_id, attribute_id, position),
  foreign key (workspace_id, object_id) references object on delete cascade,
  foreign key (workspace_id, attribute_id) references attribute on delete cascade,
  foreign key (workspace_id, reference_id) references object on delete cascade
    deferrable initially deferred,
  foreign key (workspace_id, content_key) references content on delete cascade
    deferrable initially deferred
);

-- Conditions on an attribute read its values and no others; a deleted attribute finds its own.
create index object_value_attribute on object_value (attribute_id);
create index object_value_number on object_value (attribute_id, number) where number is not null;
create index object_value_moment on object_value (attribute_id, moment) where moment is not null;
create index object_value_user on object_value (user_id) where user_id is not null;
create index object_value_words on object_value using gin (words) with (fastupdate = off)
  where words is not null;
create unique index object_value_content on object_value (workspace_id, content_key)
  where content_key is not null;
-- Paths of queries walk references from their target to the object that refers to it.
create index object_value_path on object_value (reference_id, attribute_id, object_id, workspace_id)
  where reference_id is not null;

-- A type, and an attribute, is of one workspace: without this the planner takes them for independent.
create statistics object_type_workspace (dependencies) on workspace_id, type_id from object;
create statistics object_value_workspace (dependencies) on workspace_id, attribute_id
  from object_value;

create function release_content() returns trigger language plpgsql as $$
begin
  update content set is_released = true
    where workspace_id = old.workspace_id and key = old.content_key;
  return null;
end $$;

create trigger object_value_release after delete on object_value
  for each row when (old.content_key is not null) execute function release_content();

-- Workflows belong to a workspace; WORKFLOW attributes name theirs in their configuration.
create table workflow (
  id uuid not null,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  initial_state_id uuid not null,
  primary key (workspace_id, id)
);

create table workflow_state (
  id uuid not null,
  workflow_id uuid not null,
  name text not null,
  is_end_state boolean not null,
  position integer not null,
  workspace_id uuid not null,
  -- As what a state is recognized at a glance; null: as its kind of state is.
  color text,
  primary key (workspace_id, workflow_id, id),
  unique (workspace_id, workflow_id, position),
  foreign key (workspace_id, workflow_id) references workflow on delete cascade
);

-- The initial state is one of the workflow's own.
alter table workflow add foreign key (workspace_id, id, initial_state_id)
  references workflow_state deferrable initially deferred;

create table workflow_transition (
  id uuid not null,
  workflow_id uuid not null,
  name text not null,
  from_state_id uuid not null,
  to_state_id uuid not null,
  position integer not null,
  workspace_id uuid not null,
  primary key (workspace_id, workflow_id, id),
  unique (workspace_id, workflow_id, position),
  foreign key (workspace_id, workflow_id) references workflow on delete cascade,
  foreign key (workspace_id, workflow_id, from_state_id) references workflow_state,
  foreign key (workspace_id, workflow_id, to_state_id) references workflow_state
);

create function change_schema(changed_workspace_id uuid) returns void language sql as $$
  update workspace set schema_version = nextval('schema_version') where id = changed_workspace_id
$$;

create function change_schema_of_row() returns trigger language plpgsql as $$
begin
  perform change_schema(coalesce(new.workspace_id, old.workspace_id));
  return null;
end $$;

create trigger type_schema after insert or update or delete on type
  for each row execute function change_schema_of_row();
create trigger attribute_schema after insert or update or delete on attribute
  for each row execute function change_schema_of_row();
create trigger state_schema after insert or update or delete on workflow_state
  for each row execute function change_schema_of_row();

-- A site is a set of pages that people open in the service or as tabs of their projects.
create table site (
  id uuid not null,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  -- true: to every member of the workspace; false: to the members that site_access names
  is_open boolean not null,
  primary key (workspace_id, id)
);

-- What one member may do, whatever the site is to others.
create table site_access (
  site_id uuid not null,
  user_id uuid not null references account (id) on delete cascade,
  may_read boolean not null,
  workspace_id uuid not null,
  primary key (workspace_id, site_id, user_id),
  foreign key (workspace_id, site_id) references site on delete cascade
);

create table page (
  id uuid not null,
  site_id uuid not null,
  name text not null,
  position integer not null,
  -- What it shows: the version of the form, and the blocks as the API takes them.
  content jsonb not null default '{"version": 1, "blocks": []}',
  workspace_id uuid not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, site_id) references site on delete cascade
);

create index page_site on page (site_id, position);

-- Tokens that open one page once, until they are used. A row is gone as soon as its token was.
create table embed_token (
  workspace_id uuid not null references workspace (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references account (id) on delete cascade,
  page_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, page_id) references page on delete cascade
);

create index embed_token_user on embed_token (workspace_id, user_id, created_at);

-- Pages that are open inside another page. Only the SHA-256 of a session's secret is kept. A session
-- outlives its page, so that whoever has it open learns that the page is gone.
create table embed_session (
  workspace_id uuid not null references workspace (id) on delete cascade,
  secret_hash text not null,
  user_id uuid not null references account (id) on delete cascade,
  site_id uuid not null,
  page_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workspace_id, secret_hash)
);

create index embed_session_user on embed_session (workspace_id, user_id, created_at);

-- Tokens that people hand to programs. Only the SHA-256 of a token is kept, and its last four
-- characters so that its owner can tell it from others.
create table personal_access_token (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  last_four text not null,
  created_at timestamptz not null,
  -- null: never
  expires_at timestamptz,
  -- To within minutes, so that reading does not always write; null: not yet.
  last_used_at timestamptz
);

create index personal_access_token_account on personal_access_token (account_id);

-- What the authorization server remembers: sessions, interactions, grants, codes, tokens. Ids of
-- these are secrets of their holders, so only the SHA-256 is kept, also inside the payload.
create table oauth_payload (
  model text not null,
  id_hash text not null,
  payload jsonb not null,
  account_id uuid references account (id) on delete cascade,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id_hash)
);

create index oauth_payload_account on oauth_payload (account_id) where account_id is not null;
create index oauth_payload_grant on oauth_payload (grant_id) where grant_id is not null;
create index oauth_payload_uid on oauth_payload (uid) where uid is not null;
create index oauth_payload_expiry on oauth_payload (expires_at);

-- Keys that the service made for itself on its first start.
create table identity_key (
  name text primary key,
  value jsonb not null
);

-- Links with which people choose their password, one at a time each. Only the SHA-256 of the secret in
-- the link is kept.
create table invitation (
  account_id uuid primary key references account (id) on delete cascade,
  secret_hash text not null unique,
  expires_at timestamptz not null,
  -- The form that asked for the link: sent again, as a reload does, it makes no other. null: not known.
  form_id uuid
);

-- Wrong passwords in a row, by the SHA-256 of an e-mail address.
create table sign_in_failure (
  email_hash text primary key,
  failures integer not null,
  last_at timestamptz not null
);

create index sign_in_failure_last_at on sign_in_failure (last_at);

-- What the limits on requests had counted when the service ended in order: epoch milliseconds of
-- the requests of the last 300 seconds. Read and emptied at the next start.
create table request_log (
  subject text primary key,
  times jsonb not null
);

-- What the limits on requests count where several processes use the database: of each subject the
-- times of its requests, in a ring with as many places as its limit. Unlogged: each request writes
-- here, and where the server breaks off, everyone begins anew.
create unlogged table request_count (
  subject text primary key,
  -- how many were let through ever since; its remainder is the place of the next one
  admitted bigint not null,
  -- epoch milliseconds, as all times here
  last_at bigint not null
);

create unlogged table request_time (
  subject text not null,
  place bigint not null,
  at bigint not null,
  primary key (subject, place)
);

-- Counts a request unless its place is taken by one that still counts, and says how long to wait
-- then. The time is looked at once nobody else can write it: each one is as late as the one before.
create function admit_request(
  of_subject text, places bigint, window_ms bigint, given_now bigint,
  out wait_ms bigint, out now_ms bigint
) language plpgsql as $$
declare
  number bigint;
  last_ms bigint;
  blocking bigint;
begin
  insert into request_count as counted values (of_subject, 0, 0)
    on conflict (subject) do update set subject = excluded.subject
    returning counted.admitted, counted.last_at into number, last_ms;
  now_ms := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000));
  -- After the clock was set back nobody waits longer than the window.
  if last_ms > now_ms then
    update request_time set at = now_ms where subject = of_subject and at > now_ms;
  end if;
  select at into blocking from request_time where subject = of_subject and place = number % places;
  wait_ms := greatest(0, coalesce(blocking + window_ms + 1 - now_ms, 0));
  if wait_ms > 0 then return; end if;
  insert into request_time values (of_subject, number % places, now_ms)
    on conflict (subject, place) do update set at = excluded.at;
  update request_count set admitted = number + 1, last_at = now_ms where subject = of_subject;
end $$;

-- Takes back the latest request of this time: those after it move up.
create function withdraw_request(of_subject text, places bigint, at_ms bigint)
returns void language plpgsql as $$
declare
  last_number bigint;
  number bigint;
begin
  select admitted - 1 into last_number from request_count where subject = of_subject for update;
  select max(last_number - (last_number - place + places) % places) into number
    from request_time where subject = of_subject and at = at_ms;
  if number is null then return; end if;
  for moved in number .. last_number - 1 loop
    update request_time as earlier set at = later.at from request_time as later
      where earlier.subject = of_subject and earlier.place = moved % places
        and later.subject = of_subject and later.place = (moved + 1) % places;
  end loop;
  delete from request_time where subject = of_subject and place = last_number % places;
  update request_count set admitted = last_number where subject = of_subject;
end $$;

-- Apps that developers deploy. One app, one developer.
create table app (
  id uuid primary key,
  app_key text not null unique,
  owner_id uuid not null references account (id) on delete cascade,
  name text not null,
  -- null: nothing is served to customers yet
  promoted_version_id uuid,
  -- Customers get an app once its developer has registered it. null: only its developer gets it.
  registered_at timestamptz
);

create index app_owner on app (owner_id);

-- Each deploy creates one; several may carry the same version.
create table app_version (
  id uuid primary key,
  app_id uuid not null references app (id) on delete cascade,
  build_number bigint generated always as identity,
  version text not null,
  -- as it was sent
  manifest text not null,
  created_at timestamptz not null,
  -- of the address that takes the bundle; null: none was asked for
  upload_hash text unique,
  upload_expires_at timestamptz,
  uploaded_at timestamptz,
  -- of the uploaded archive in the file store
  archive_key text,
  bundle_status text not null default 'PENDING',
  -- what the keys of its files begin with; null: it is not served
  files_key text,
  bundle_problem text,
  -- as of a content
  upload_until timestamptz,
  -- of the archive and its unpacked files, reserved before they are written; 0 for earlier builds
  stored_bytes bigint not null default 0,
  unique (app_id, id)
);

create index app_version_build on app_version (app_id, build_number);

alter table app add foreign key (id, promoted_version_id) references app_version (app_id, id)
  deferrable initially deferred;
