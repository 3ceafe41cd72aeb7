update reminder_settings set leads = coalesce((
  select json_agg(json_build_object('days', days, 'since', since))::text from reminder_leads
  where reminder_leads.company_id = reminder_settings.company_id), '[]');
drop table reminder_leads;
