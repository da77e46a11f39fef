-- A content is announced first; its bytes arrive at an address of their own.
alter table content add column upload_hash text unique;
alter table content add column upload_expires_at timestamptz;
alter table content add column awaits_upload boolean not null default false;
-- where its bytes are in the file store; null: none have arrived
alter table content add column file_key text;

-- What is removed once nothing holds it.
create index content_unheld on content (created_at) where used_at is null;

-- Files whose value was taken away; it may have been written again in the same moment.
alter table content add column is_released boolean not null default false;
create index content_released on content (key) where is_released;

create function release_content() returns trigger language plpgsql as $$
begin
  update content set is_released = true where key = old.content_key;
  return null;
end $$;

create trigger object_value_release after delete on object_value
  for each row when (old.content_key is not null) execute function release_content();
