-- What changed after 0.1.0. Databases remember the name of this file, so it can't be renamed. Tables of workspaces
-- have their references from the beginning, as no cluster had tables before it: files that come later add them one
-- file later.

-- No table has a trigger: the service does what they did, in the transaction that it belongs to.
drop trigger type_schema on type;
drop trigger attribute_schema on attribute;
drop trigger state_schema on workflow_state;
drop trigger object_value_release on object_value;
drop function change_schema_of_row(), change_schema(uuid), release_content();
alter table workspace drop column schema_version;
drop sequence schema_version;

-- Of the demo data.
drop trigger if exists demo_insert on object;
drop trigger if exists demo_update on object;
drop trigger if exists demo_delete on object;
drop trigger if exists demo_insert on object_value;
drop trigger if exists demo_update on object_value;
drop trigger if exists demo_delete on object_value;
drop function if exists demo.remember_objects(), demo.remember_values();

drop function admit_request(text, bigint, bigint, bigint);
drop function withdraw_request(text, bigint, bigint);

-- Changes with each change of a workspace's types, attributes and workflow states, and of its groups and access:
-- what was read of them holds as long as it stays. Each workspace has a row. Not a column of the workspace: on
-- several servers, all of them have that table, and each write would need all of them.
create table workspace_schema (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  -- Drawn by the service, so that one never stands for two schemas, also where a workspace is made anew.
  version uuid not null
);

insert into workspace_schema select id, gen_random_uuid() from workspace;

-- What a member may do: as the matrix of the public API says.
alter table membership
  add column role text not null default 'editor' check (role in ('reader', 'editor', 'administrator'));
update membership set role = 'administrator' where is_administrator;
alter table membership drop column is_administrator;

-- People of a workspace who are given access together.
create table user_group (
  workspace_id uuid not null references workspace (id) on delete cascade,
  id uuid not null,
  name text not null,
  primary key (workspace_id, id)
);

create unique index user_group_name on user_group (workspace_id, lower(name));

create table user_group_member (
  workspace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null references account (id) on delete cascade,
  primary key (workspace_id, group_id, user_id),
  foreign key (workspace_id, group_id) references user_group on delete cascade
);

create index user_group_member_user on user_group_member (workspace_id, user_id);

-- Every member reads the objects of a type, and changes them as far as their role allows, unless it is
-- only for those whom type_access names.
alter table type
  add column everyone_reads boolean not null default true,
  add column everyone_writes boolean not null default true;

create index type_restricted on type (workspace_id) where not (everyone_reads and everyone_writes);

-- One person or one group.
create table type_access (
  workspace_id uuid not null,
  id uuid not null default gen_random_uuid(),
  type_id uuid not null,
  user_id uuid references account (id) on delete cascade,
  group_id uuid,
  may_read boolean not null,
  may_write boolean not null,
  primary key (workspace_id, id),
  check (num_nonnulls(user_id, group_id) = 1),
  foreign key (workspace_id, type_id) references type on delete cascade,
  foreign key (workspace_id, group_id) references user_group on delete cascade
);

create unique index type_access_user on type_access (workspace_id, type_id, user_id) where user_id is not null;
create unique index type_access_group on type_access (workspace_id, type_id, group_id)
  where group_id is not null;

-- Everyone but some becomes the list of the others.
insert into type_access (workspace_id, type_id, user_id, may_read, may_write)
  select type.workspace_id, type.id, membership.user_id, true, true
  from type join membership on membership.workspace_id = type.workspace_id
  where exists (
    select from type_denial where workspace_id = type.workspace_id and type_id = type.id
  ) and not exists (
    select from type_denial
    where workspace_id = type.workspace_id and type_id = type.id and user_id = membership.user_id
  );
update type set everyone_reads = false, everyone_writes = false
  where exists (
    select from type_denial where workspace_id = type.workspace_id and type_id = type.id
  );
drop table type_denial;

insert into site_access (workspace_id, site_id, user_id, may_read)
  select site.workspace_id, site.id, membership.user_id, true
  from site join membership on membership.workspace_id = site.workspace_id
  where site.is_open and exists (
    select from site_access
    where workspace_id = site.workspace_id and site_id = site.id and not may_read
  )
  on conflict do nothing;
update site set is_open = false
  where is_open and exists (
    select from site_access
    where workspace_id = site.workspace_id and site_id = site.id and not may_read
  );
delete from site_access where not may_read;

-- Who opens a site that isn't open to everyone: one person or one group.
alter table site_access
  drop column may_read,
  drop constraint site_access_pkey,
  alter column user_id drop not null,
  add column id uuid not null default gen_random_uuid(),
  add column group_id uuid,
  add primary key (workspace_id, id),
  add check (num_nonnulls(user_id, group_id) = 1),
  add foreign key (workspace_id, group_id) references user_group on delete cascade;

create unique index site_access_user on site_access (workspace_id, site_id, user_id) where user_id is not null;
create unique index site_access_group on site_access (workspace_id, site_id, group_id)
  where group_id is not null;

alter table account
  -- Nobody signs in to it or calls for it. What it had before stays ended when that is lifted.
  add column is_suspended boolean not null default false,
  -- Whose invitation the account came by, as far as that is known. Only its administrators decide about the
  -- account: anyone can add an account to their own workspace. null: the operator decides
  add column origin_workspace_id uuid references workspace (id) on delete set null,
  -- Then only the operator lifts it.
  add column is_suspended_by_operator boolean not null default false,
  -- The words of the name and their ends, so that a search finds a member by any part of it without reading the
  -- others. The service fills it when it starts; until then the person is compared by their name each time.
  add column name_words tsvector;

create index account_name_words on account using gin (name_words) with (fastupdate = off);
create index account_without_words on account (id) where name_words is null;

-- Of whoever is in several, it isn't known.
update account set origin_workspace_id = alone.workspace_id
  from (
    select user_id, min(workspace_id::text)::uuid as workspace_id
    from membership group by user_id having count(*) = 1
  ) as alone
  where alone.user_id = account.id;

-- What a token can do, and where. Tokens from before keep what they can: write in all workspaces of their owner.
alter table personal_access_token
  add column access text not null default 'write' check (access in ('read', 'write')),
  -- null: all of them
  add column workspace_id uuid references workspace (id) on delete cascade;

create index personal_access_token_workspace on personal_access_token (workspace_id)
  where workspace_id is not null;

-- Tokens that an administrator keeps out of a workspace.
create table token_block (
  token_id uuid not null references personal_access_token (id) on delete cascade,
  workspace_id uuid not null references workspace (id) on delete cascade,
  primary key (token_id, workspace_id)
);

create index token_block_workspace on token_block (workspace_id);

create sequence history_number;

-- Who changed what. People and things stand by their ids, also once they are gone.
create table history (
  workspace_id uuid not null references workspace (id) on delete cascade,
  -- In the order of the changes of one thing; a default, as partitions keep no identity column.
  number bigint not null default nextval('history_number'),
  at timestamptz not null,
  -- Null for a command of the operator.
  user_id uuid,
  via text not null check (via in ('token', 'oauth', 'session', 'embed', 'command')),
  credential_name text,
  is_bulk boolean not null,
  kind text not null,
  subject_id text collate "C" not null,
  action text not null,
  type_id uuid,
  site_id uuid,
  -- {"version": 1, "before": what it was, "after": what it became}
  detail jsonb not null,
  -- With what a list is filtered by, so that counting reads nothing else.
  primary key (workspace_id, number) include (at, user_id, kind)
);

create index history_subject on history (workspace_id, subject_id, number desc);

-- Objects that were deleted, until they are restored or 30 days are over. A deleted type takes its own along.
create table deleted_object (
  workspace_id uuid not null references workspace (id) on delete cascade,
  id uuid not null,
  type_id uuid not null,
  label text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  -- whose account may be gone since
  deleted_by uuid not null,
  -- {version, values}: [attribute, value] of each but the references, the values of an attribute in their order
  object_values jsonb not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, type_id) references type on delete cascade
);

create index deleted_object_type on deleted_object (workspace_id, type_id, deleted_at);
create index deleted_object_age on deleted_object (deleted_at);

-- References from a deleted object and to it. Where both objects are deleted, one of them keeps it.
create table deleted_reference (
  workspace_id uuid not null,
  -- which deleted object keeps it
  deleted_id uuid not null,
  object_id uuid not null,
  attribute_id uuid not null,
  position integer not null,
  target_id uuid not null,
  primary key (workspace_id, deleted_id, object_id, attribute_id, target_id),
  foreign key (workspace_id, deleted_id) references deleted_object on delete cascade
);

-- The deleted object that holds the file as long as it is kept itself.
alter table content add column kept_for uuid;

-- Deletes an object, and keeps what is needed to restore it, in one trip to the database: a bulk has up to 200 of them.
-- In PL/pgSQL, since a cluster answers one statement that changes several tables in slow parts.
create function delete_and_keep(of_workspace uuid, of_object uuid, given_now timestamptz, of_user uuid)
returns void language plpgsql as $$
begin
  insert into deleted_object (workspace_id, id, type_id, label, created_at, updated_at,
      deleted_at, deleted_by, object_values)
    select workspace_id, id, type_id, label, created_at, updated_at, given_now, of_user, (
      select jsonb_build_object('version', 1, 'values', coalesce(
        jsonb_agg(jsonb_build_array(attribute_id, value) order by attribute_id, position), '[]'
      ))
      from object_value
      where workspace_id = of_workspace and object_id = of_object and reference_id is null
    )
    from object where workspace_id = of_workspace and id = of_object;
  insert into deleted_reference (workspace_id, deleted_id, object_id, attribute_id, position, target_id)
    select workspace_id, of_object, object_id, attribute_id, position, reference_id from object_value
      where workspace_id = of_workspace and object_id = of_object and reference_id is not null
    union
    select workspace_id, of_object, object_id, attribute_id, position, reference_id from object_value
      where workspace_id = of_workspace and reference_id = of_object;
  update content set kept_for = of_object, is_released = true
    where workspace_id = of_workspace and key in (
      select content_key from object_value where workspace_id = of_workspace and object_id = of_object
    );
  delete from object where workspace_id = of_workspace and id = of_object;
end $$;

-- The words of a text and their ends, so that a word is found by any part of it. The service fills it when
-- it starts. A label is the value of an attribute, which has its parts.
alter table object_value add column parts tsvector;

-- A text has many parts: they are collected and put in their places together, which takes half as long.
-- What is collected is read by every search for parts, so it is kept to a megabyte.
create index object_value_parts on object_value using gin (parts)
  with (fastupdate = on, gin_pending_list_limit = 1024) where parts is not null;

-- Counts requests one after the other, each for all of the subjects, until the place of one is taken by a request that
-- still counts. Then it says which one refuses the others, and how long they wait. Subjects come in the same order
-- from everyone. The time is looked at once nobody else can write them: each request is as late as the one before.
create function admit_requests(
  requests integer, subjects text[], places bigint[], window_ms bigint, given_now bigint,
  out admitted integer, out refused text, out wait_ms bigint
) language plpgsql as $$
declare
  numbers bigint[];
  number bigint;
  last_ms bigint;
  latest_ms bigint := 0;
  now_ms bigint;
begin
  for i in 1 .. cardinality(subjects) loop
    select counted.admitted, last_at into number, last_ms
      from request_count as counted where subject = subjects[i] for update;
    if not found then
      insert into request_count as counted values (subjects[i], 0, 0)
        on conflict (subject) do update set subject = excluded.subject
        returning counted.admitted, counted.last_at into number, last_ms;
    end if;
    numbers[i] := number;
    latest_ms := greatest(latest_ms, last_ms);
  end loop;
  now_ms := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000));
  -- After the clock was set back nobody waits longer than the window.
  if latest_ms > now_ms then
    update request_time set at = now_ms where subject = any (subjects) and at > now_ms;
  end if;
  admitted := 0;
  <<admitting>>
  while admitted < requests loop
    for i in 1 .. cardinality(subjects) loop
      select at + window_ms + 1 - now_ms into wait_ms from request_time
        where subject = subjects[i] and place = (numbers[i] + admitted) % places[i];
      refused := subjects[i];
      exit admitting when wait_ms > 0;
    end loop;
    for i in 1 .. cardinality(subjects) loop
      insert into request_time values (subjects[i], (numbers[i] + admitted) % places[i], now_ms)
        on conflict (subject, place) do update set at = excluded.at;
    end loop;
    admitted := admitted + 1;
    refused := null;
  end loop;
  if admitted = 0 then return; end if;
  for i in 1 .. cardinality(subjects) loop
    update request_count as counted set admitted = numbers[i] + admit_requests.admitted, last_at = now_ms
      where subject = subjects[i];
  end loop;
end $$;

-- A live token of either kind, whose it is, whether it is kept out of the workspace, and what they are to it. The
-- requests that come with it count for it, and for the workspace that they enter, where these have limits.
-- Statement by statement, so that on several servers each goes straight to the one that has its rows.
create function find_bearer(
  of_hash text, given_now timestamptz, of_workspace uuid,
  requests integer, token_limit bigint, workspace_limit bigint, window_ms bigint, count_now bigint
)
returns table (
  user_id uuid, name text, email text, via text, credential_id text, credential_name text,
  may_write boolean, only_workspace_id uuid, last_used_at timestamptz, is_blocked boolean,
  role text, schema_version text, admitted integer, refused text, wait_ms bigint
) language plpgsql as $$
declare
  subjects text[] := '{}';
  places bigint[] := '{}';
begin
  select own.account_id, 'token', own.id, own.name, own.access = 'write', own.workspace_id, own.last_used_at, exists (
      select from token_block
      where token_block.workspace_id = of_workspace and token_block.token_id = own.id
    )
  into user_id, via, credential_id, credential_name, may_write, only_workspace_id, last_used_at, is_blocked
  from personal_access_token as own
  where own.token_hash = of_hash and (own.expires_at is null or own.expires_at > given_now);
  if not found then
    select granted.account_id, 'oauth', granted.grant_id, granted.payload ->> 'clientId', false, false
    into user_id, via, credential_id, credential_name, may_write, is_blocked
    from oauth_payload as granted
    where granted.model = 'AccessToken' and granted.id_hash = of_hash
      and granted.expires_at > given_now and granted.grant_id is not null
      and 'read' = any (string_to_array(granted.payload ->> 'scope', ' '));
  end if;
  select account.name, account.email into name, email
  from account where account.id = user_id and not account.is_suspended;
  if not found then return; end if;
  if coalesce(only_workspace_id, of_workspace) = of_workspace then
    select membership.role into role from membership
      where membership.workspace_id = of_workspace and membership.user_id = find_bearer.user_id;
  end if;
  if role is not null then
    select version into schema_version from workspace_schema where workspace_id = of_workspace;
  end if;
  if token_limit is not null then
    subjects := subjects || format('token %s of %s', credential_id, token_limit);
    places := places || token_limit;
  end if;
  if workspace_limit is not null and role is not null and not is_blocked then
    subjects := subjects || format('workspace %s of %s', of_workspace, workspace_limit);
    places := places || workspace_limit;
  end if;
  if cardinality(subjects) > 0 then
    select counted.admitted, counted.refused, counted.wait_ms into admitted, refused, wait_ms
      from admit_requests(requests, subjects, places, window_ms, count_now) as counted;
  end if;
  return next;
end $$;
