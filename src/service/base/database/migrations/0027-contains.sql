-- The words of a text and their ends, so that a word is found by any part of it. The service fills it when
-- it starts. A label is the value of an attribute, which has its parts.
alter table object_value add column parts tsvector;

-- A text has many parts: they are collected and put in their places together, which takes half as long.
-- What is collected is read by every search for parts, so it is kept to a megabyte.
create index object_value_parts on object_value using gin (parts)
  with (fastupdate = on, gin_pending_list_limit = 1024) where parts is not null;
