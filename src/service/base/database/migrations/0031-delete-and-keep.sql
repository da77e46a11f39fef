-- Deletes an object, and keeps what is needed to restore it, in one trip to the database: a bulk has up to 200 of them.
-- In PL/pgSQL, since a cluster answers one statement that changes several tables in slow parts.
create function delete_and_keep(of_workspace uuid, of_object uuid, given_now timestamptz, of_user uuid)
returns void language plpgsql as $$
begin
  insert into deleted_object (workspace_id, id, type_id, label, created_at, updated_at,
      deleted_at, deleted_by, object_values)
    select workspace_id, id, type_id, label, created_at, updated_at, given_now, of_user, (
      select jsonb_build_object('version', 1, 'values', coalesce(
        jsonb_agg(jsonb_build_array(attribute_id, value) order by attribute_id, position), '[]'
      ))
      from object_value
      where workspace_id = of_workspace and object_id = of_object and reference_id is null
    )
    from object where workspace_id = of_workspace and id = of_object;
  insert into deleted_reference (workspace_id, deleted_id, object_id, attribute_id, position, target_id)
    select workspace_id, of_object, object_id, attribute_id, position, reference_id from object_value
      where workspace_id = of_workspace and object_id = of_object and reference_id is not null
    union
    select workspace_id, of_object, object_id, attribute_id, position, reference_id from object_value
      where workspace_id = of_workspace and reference_id = of_object;
  update content set kept_for = of_object, is_released = true
    where workspace_id = of_workspace and key in (
      select content_key from object_value where workspace_id = of_workspace and object_id = of_object
    );
  delete from object where workspace_id = of_workspace and id = of_object;
end $$;
