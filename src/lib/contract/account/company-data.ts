/** All of a company's data: to take along, and to be deleted. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'

/** Between the request and the deletion. */
export const DELETION_DAYS = 7

/** Exports of a company an hour: each reads everything. */
export const EXPORTS_PER_HOUR = 5

/** Columns as they are stored; times as ISO 8601, what was filled in as JSON. */
const row = v.record(v.string(), v.unknown())
const rows = v.array(row)

/**
 * A download of whatever size, written as it is read. Files are listed here and downloaded one by one. Too often: 429.
 */
export const exportCompany = defineCall({
  summary: '导出企业的全部数据',
  method: 'GET',
  path: '/customer/api/v1/company/export',
  access: 'company',
  fresh: true,
  // It counts: another site must not use up the hour's exports.
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
    /** Every file in the store: key, bytes. */
    objects: rows,
  }),
})

const deletion = v.object({
  /** Who asked for it. */
  by: v.string(),
  requested_at: timestamp,
  /** From then on everything is gone for good. */
  due_at: timestamp,
})

export type Deletion = v.InferOutput<typeof deletion>

export const readDeletion = defineCall({
  summary: '企业的注销申请',
  method: 'GET',
  path: '/customer/api/v1/company/deletion',
  access: 'company',
  answer: v.object({ deletion: v.nullable(deletion) }),
})

/** Everything of the company is deleted after the grace. Asking again changes nothing. */
export const requestDeletion = defineCall({
  summary: '申请注销企业',
  method: 'POST',
  path: '/customer/api/v1/company/deletion',
  access: 'company',
  fresh: true,
  answer: v.object({ deletion }),
})

/** Any colleague may. Without a request it succeeds, too. */
export const cancelDeletion = defineCall({
  summary: '撤销注销申请',
  method: 'DELETE',
  path: '/customer/api/v1/company/deletion',
  access: 'company',
  answer: v.object({}),
})
