-- By which folding the words of a text and its key were made. null: by an earlier one, unless all of them make the same.
alter table object_value add column folding smallint;
alter table account add column name_folding smallint;

-- How far the texts of a workspace are folded anew, in the order of their keys. null: up to the end
create table folding_progress (
  workspace_id uuid primary key,
  folding smallint not null,
  object_id uuid,
  attribute_id uuid,
  position integer
);

-- A database without anybody has no text of an earlier folding. The service folds those of others.
insert into migration select 'folding-4' where not exists (select from account);
