-- A site is a set of pages that people open in the service or as tabs of their projects.
create table site (
  id uuid primary key,
  workspace_id uuid not null references workspace (id) on delete cascade,
  name text not null,
  -- true: to every member of the workspace; false: to the members that site_access names
  is_open boolean not null
);

create index site_workspace on site (workspace_id);

-- What one member may do, whatever the site is to others.
create table site_access (
  site_id uuid not null references site (id) on delete cascade,
  user_id uuid not null references account (id) on delete cascade,
  may_read boolean not null,
  primary key (site_id, user_id)
);

create table page (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  name text not null,
  position integer not null
);

create index page_site on page (site_id, position);

-- To within minutes, so that reading does not always write; null: not yet.
alter table personal_access_token add column last_used_at timestamptz;
