-- A code belongs to the browser that asked for it; what is sent is counted by wider networks, too.

drop table sms_codes;
create table sms_codes (
  browser_hash text not null,
  phone text not null,
  -- Where the code was asked for.
  address text not null,
  code_hash text not null,
  expires_at bigint not null,
  tries integer not null,
  constraint sms_codes_key primary key (browser_hash, phone)
);
create index sms_codes_address on sms_codes (address, expires_at);

alter table sms_sends add column net_48 text;
alter table sms_sends add column net_32 text;
alter table sms_sends add column known integer not null default 0;
alter table sms_sends add column puzzle text;
create index sms_sends_48 on sms_sends (net_48, sent_at);
create index sms_sends_32 on sms_sends (net_32, sent_at);
create index sms_sends_puzzle on sms_sends (puzzle);

create table known_browsers (
  browser_hash text not null,
  customer_id bigint not null references customers on delete cascade,
  address text not null,
  seen_at bigint not null,
  constraint known_browsers_key primary key (browser_hash, customer_id, address)
);
create index known_browsers_customer on known_browsers (customer_id);
create index known_browsers_seen on known_browsers (seen_at);

alter table sessions add column address text;
alter table sessions add column browser_hash text;
alter table sessions add column proved_at bigint not null default 0;
