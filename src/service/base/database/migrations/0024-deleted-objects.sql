-- Objects that were deleted, until they are restored or 30 days are over. A deleted type takes its own along.
create table deleted_object (
  workspace_id uuid not null references workspace (id) on delete cascade,
  id uuid not null,
  type_id uuid not null,
  label text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  -- whose account may be gone since
  deleted_by uuid not null,
  -- {version, values}: [attribute, value] of each but the references, the values of an attribute in their order
  object_values jsonb not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, type_id) references type on delete cascade
);

create index deleted_object_type on deleted_object (workspace_id, type_id, deleted_at);
create index deleted_object_age on deleted_object (deleted_at);

-- References from a deleted object and to it. Where both objects are deleted, one of them keeps it.
create table deleted_reference (
  workspace_id uuid not null,
  -- which deleted object keeps it
  deleted_id uuid not null,
  object_id uuid not null,
  attribute_id uuid not null,
  position integer not null,
  target_id uuid not null,
  primary key (workspace_id, deleted_id, object_id, attribute_id, target_id),
  foreign key (workspace_id, deleted_id) references deleted_object on delete cascade
);

-- The deleted object that holds the file as long as it is kept itself.
alter table content add column kept_for uuid;
