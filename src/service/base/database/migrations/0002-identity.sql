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
  expires_at timestamptz
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
