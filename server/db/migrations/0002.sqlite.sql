-- Append-only, by the log's own time: only rows that are half a year older than the newest one may go.

create trigger security_events_unchanged before update on security_events
  begin select raise(abort, 'the security log is append-only'); end;
create trigger security_events_kept before delete on security_events
  when old.at > (select max(at) from security_events) - 15552000000
  begin select raise(abort, 'the security log keeps half a year'); end;
