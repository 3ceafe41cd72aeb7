drop table codes;
