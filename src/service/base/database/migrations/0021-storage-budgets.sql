-- Who announced a file, and until when an upload of it may run: another one waits until then.
alter table content add column announced_by uuid;
alter table content add column upload_until timestamptz;

-- What counts against the budgets of a person and of a workspace, and is removed once it is old.
drop index content_unheld, content_released;
create index content_unheld_person on content (announced_by) where used_at is null or is_released;
create index content_unheld_workspace on content (workspace_id) where used_at is null or is_released;

alter table app_version add column upload_until timestamptz;
-- of the archive and its unpacked files, reserved before they are written; 0 for earlier builds
alter table app_version add column stored_bytes bigint not null default 0;
