-- One emoji that stands before the objects of the type where people see them.
alter table type add column symbol text;
