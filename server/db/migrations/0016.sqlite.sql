update reminder_settings set leads = (
  select json_group_array(json_object('days', days, 'since', since)) from reminder_leads
  where reminder_leads.company_id = reminder_settings.company_id);
drop table reminder_leads;
