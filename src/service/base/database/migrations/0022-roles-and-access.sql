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
