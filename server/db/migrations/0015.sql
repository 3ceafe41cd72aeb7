-- Room is what the disk gives: a file takes one block of it, however short it is, and each level has a number of files and
-- of folders. What an object counts for stands with it: a process of the version before counts its bytes.
alter table stored_objects add column counted_bytes bigint;
update companies set used_bytes = used_bytes + (
  select coalesce(sum(4096 - size), 0) from stored_objects
  where company_id = companies.id and released_at is null and size < 4096);
update stored_objects set counted_bytes = 4096 where released_at is null and size < 4096;
create index stored_objects_counted on stored_objects (company_id) where released_at is null;
create index uploads_open on uploads (company_id) where closed = 0;

-- JSON of what the company is writing to correct an application that was sent back; null: nothing.
alter table orders add column amendment text;

alter table packages add column max_files integer not null default 10000;
alter table packages add column max_folders integer not null default 1000;
update packages set max_files = 30000, max_folders = 3000 where level = 2;
update packages set max_files = 50000, max_folders = 5000 where level > 2;
