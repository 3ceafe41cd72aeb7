-- Append-only, by the log's own time: only rows that are half a year older than the newest one may go.

create function keep_security_events() returns trigger language plpgsql as $$
  begin if tg_op = 'DELETE' and old.at <= (select max(at) from security_events) - 15552000000
    then return old; end if; raise exception 'the security log is append-only'; end $$;
create trigger security_events_kept before update or delete on security_events
  for each row execute function keep_security_events();
