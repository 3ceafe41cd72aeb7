-- What the virus scanner says of an object; without one, everything is clean.

alter table stored_objects add column scan text not null default 'clean'
  check (scan in ('pending', 'clean', 'refused'));
