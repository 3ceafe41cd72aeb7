-- An upload stays closed, and is swept, when the object that it brought is gone: its keys may live on.
create table uploads_kept (
  prefix text primary key,
  bucket text not null,
  company_id bigint not null references companies,
  reserved_bytes bigint not null check (reserved_bytes >= 0),
  expires_at bigint not null,
  closed integer not null default 0 check (closed in (0, 1)),
  object_id bigint references stored_objects on delete set null,
  opened_at bigint not null default 0,
  constraint uploads_bucket check (bucket in ('documents', 'static'))
);
insert into uploads_kept (prefix, bucket, company_id, reserved_bytes, expires_at, closed, object_id, opened_at)
  select prefix, bucket, company_id, reserved_bytes, expires_at, closed, object_id, opened_at from uploads;
drop table uploads;
alter table uploads_kept rename to uploads;
create index uploads_expiry on uploads (expires_at);
create index uploads_object on uploads (object_id);
