-- The prefix of an upload, by which an object is found that lies below it: companies/12/ and 23 characters more.
create index stored_objects_below on stored_objects (substr(key, 1, 34 + length(cast(company_id as text))));
