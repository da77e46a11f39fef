-- Who adds people to a workspace and removes them.
alter table membership add column is_administrator boolean not null default false;

-- Links with which people choose their password, one at a time each. Only the SHA-256 of the secret in
-- the link is kept.
create table invitation (
  account_id uuid primary key references account (id) on delete cascade,
  secret_hash text not null unique,
  expires_at timestamptz not null
);
