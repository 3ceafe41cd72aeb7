-- An upload stays closed, and is swept, when the object that it brought is gone: its keys may live on.
alter table uploads drop constraint uploads_object_id_fkey;
alter table uploads add constraint uploads_object_id_fkey
  foreign key (object_id) references stored_objects on delete set null;
