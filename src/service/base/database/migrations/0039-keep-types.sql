-- Keeps types, and those of some objects, from being changed until the transaction ends, and reads the version of the
-- workspace's types and what it holds, in one trip to the database. Only types that the caller may read: nobody waits for
-- another one, which would tell that it is there. In PL/pgSQL, where each statement sees what others have
-- written while the one before it waited.
create function keep_types(
  of_workspace uuid, of_types uuid[], of_objects uuid[], readable_types uuid[],
  out ids uuid[], out version uuid, out stored_bytes bigint
) language plpgsql as $$
begin
  of_types := of_types || array(
    select type_id from object where workspace_id = of_workspace and id = any (of_objects)
  );
  ids := array(
    select id from type
    where workspace_id = of_workspace and id = any (of_types) and id = any (readable_types)
    order by id for share
  );
  select workspace_schema.version, workspace_schema.stored_bytes into version, stored_bytes
    from workspace_schema where workspace_id = of_workspace;
end $$;
