/** Export and deletion of all data of a company. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'

export const DELETION_DAYS = 7

export const EXPORTS_PER_HOUR = 5

const row = v.record(v.string(), v.unknown())
const rows = v.array(row)

/** A download of any size, written while it is read. Lists the files, which are downloaded one by one. Too often: 429. */
export const exportCompany = defineCall({
  summary: '导出企业的全部数据',
  method: 'GET',
  path: '/customer/api/v1/company/export',
  access: 'company',
  fresh: true,
  // It counts against the hour's exports: another site must not use them up.
  changesState: true,
  answer: v.object({
    exported_at: timestamp,
    company: rows,
    profile: rows,
    people: rows,
    consents: rows,
    invitations: rows,
    answers: rows,
    follows: rows,
    reminder_settings: rows,
    reminders: rows,
    saved_searches: rows,
    messages: rows,
    orders: rows,
    order_events: rows,
    order_files: rows,
    form_drafts: rows,
    public_provider: rows,
    folders: rows,
    files: rows,
    conversations: rows,
    chat_messages: rows,
    chat_files: rows,
    reservations: rows,
    corrections: rows,
    objects: rows,
  }),
})

export const companyDeletion = v.object({
  by: v.string(),
  requested_at: timestamp,
  due_at: timestamp,
})

export type Deletion = v.InferOutput<typeof companyDeletion>

/** Deletes all data of the company after the grace period. A second request changes nothing. */
export const requestDeletion = defineCall({
  summary: '申请注销企业',
  method: 'POST',
  path: '/customer/api/v1/company/deletion',
  access: 'company',
  fresh: true,
  answer: v.object({ deletion: companyDeletion }),
})

/** Any colleague may cancel. Succeeds also without a request. */
export const cancelDeletion = defineCall({
  summary: '撤销注销申请',
  method: 'DELETE',
  path: '/customer/api/v1/company/deletion',
  access: 'company',
  answer: v.object({}),
})
