-- How many bytes a workspace's objects held in values and used files when the service last counted; null: not counted
-- yet.
alter table workspace_schema
  add column stored_bytes bigint,
  add column stored_counted_at timestamptz;
