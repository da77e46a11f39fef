-- The form that asked for the link: sent again, as a reload does, it makes no other. null: not known.
alter table invitation add form_id uuid;
