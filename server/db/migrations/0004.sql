-- Papers stay what they were: an object is known by its bytes, and its upload never opens again.

-- Of the bytes that were adopted, as the store says; null: it does not tell, or nobody asked then.
alter table stored_objects add column etag text;
alter table stored_objects add column crc64 text;

-- What it has brought: as long as the object is there, the row keeps its prefix closed.
alter table uploads add column object_id bigint references stored_objects on delete cascade;
create index uploads_object on uploads (object_id);
alter table uploads add column opened_at bigint not null default 0;
update uploads set opened_at = expires_at;
