-- Changes with each change of a workspace's types, attributes and workflow states: what was read of
-- them holds as long as it stays.
-- A number never stands for two schemas, also where a workspace is made anew.
create sequence schema_version;
alter table workspace add column schema_version bigint not null default nextval('schema_version');

create function change_schema(changed_workspace_id uuid) returns void language sql as $$
  update workspace set schema_version = nextval('schema_version') where id = changed_workspace_id
$$;

create function change_schema_of_type() returns trigger language plpgsql as $$
begin
  perform change_schema(coalesce(new.workspace_id, old.workspace_id));
  return null;
end $$;

create function change_schema_of_attribute() returns trigger language plpgsql as $$
begin
  perform change_schema(type.workspace_id) from type where type.id = coalesce(new.type_id, old.type_id);
  return null;
end $$;

create function change_schema_of_state() returns trigger language plpgsql as $$
begin
  perform change_schema(workflow.workspace_id) from workflow
    where workflow.id = coalesce(new.workflow_id, old.workflow_id);
  return null;
end $$;

create trigger type_schema after insert or update or delete on type
  for each row execute function change_schema_of_type();
create trigger attribute_schema after insert or update or delete on attribute
  for each row execute function change_schema_of_attribute();
create trigger state_schema after insert or update or delete on workflow_state
  for each row execute function change_schema_of_state();

create index type_denial_user on type_denial (user_id);
