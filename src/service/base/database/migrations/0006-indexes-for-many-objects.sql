-- Conditions on an attribute read its values and no others; a deleted attribute finds its own.
create index object_value_attribute on object_value (attribute_id);

-- Words are found at once, and not first collected in a list that every search has to read.
alter index object_label_words set (fastupdate = off);
alter index object_value_words set (fastupdate = off);
