-- Apps that developers deploy. One app, one developer.
create table app (
  id uuid primary key,
  app_key text not null unique,
  owner_id uuid not null references account (id) on delete cascade,
  name text not null,
  -- null: nothing is served to customers yet
  promoted_version_id uuid
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
  unique (app_id, id)
);

create index app_version_build on app_version (app_id, build_number);

alter table app add foreign key (id, promoted_version_id) references app_version (app_id, id)
  deferrable initially deferred;
