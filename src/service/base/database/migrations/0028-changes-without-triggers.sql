-- Changes with each change of a workspace's types, attributes and workflow states: what was read of
-- them holds as long as it stays. Each workspace has a row. Not a column of the
-- workspace: on several servers, all of them have that table, and each write would need all of them.
create table workspace_schema (
  workspace_id uuid primary key references workspace (id) on delete cascade,
  -- Drawn by the service, so that one never stands for two schemas, also where a workspace is made anew.
  version uuid not null
);

insert into workspace_schema select id, gen_random_uuid() from workspace;

-- The service does what the triggers did, in the transaction that it belongs to.
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
