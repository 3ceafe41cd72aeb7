/** Examines the data of a killed portal for half-done work. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { findBrokenObjects, findUnknownObjects } from './broken-objects.ts'
import { dataFolder } from './portal-process.ts'

const NEVER: Readonly<Record<string, string>> = {
  '客户没有会话、欢迎消息或同意记录': `
    select id from customers where
      not exists (select 1 from sessions where customer_id = customers.id)
      or (select count(*) from messages where customer_id = customers.id) <> 1
      or not exists (select 1 from consents where customer_id = customers.id)`,
  会话的消息序号有缺失或重复: `
    select conversations.id, last_seq, count(seq) as messages, max(seq) as highest
    from conversations left join chat_messages on conversation_id = conversations.id
    group by conversations.id, last_seq having count(seq) <> last_seq or coalesce(max(seq), 0) <> last_seq`,
  'used_bytes 不等于文件之和': `
    select id, used_bytes from companies where used_bytes <>
      (select coalesce(sum(coalesce(counted_bytes, size)), 0) from stored_objects where company_id = companies.id and released_at is null)`,
  'reserved_bytes 不等于进行中的上传之和': `
    select id, reserved_bytes from companies where reserved_bytes <>
      (select coalesce(sum(reserved_bytes), 0) from uploads where company_id = companies.id)`,
  文件没有占用它的对象: `
    select id, object_id from document_files where not exists (
      select 1 from object_holds as hold where hold.kind = 'document_file'
        and hold.holder_id = document_files.id and hold.object_id = document_files.object_id)`,
  对象被不存在的文件占用: `
    select holder_id, object_id from object_holds where kind = 'document_file' and not exists (
      select 1 from document_files as file where file.id = holder_id and file.object_id = object_holds.object_id)`,
  // The payload of jobs has ids of objects: {"id":7}, {"ids":[7,8],…}.
  无人占用的对象不会被清除: `
    select id, key from stored_objects where
      not exists (select 1 from object_holds where object_id = stored_objects.id)
      and not exists (select 1 from jobs where done_at is null and (
        kind = 'release-unused' and payload = '{"id":' || stored_objects.id || '}'
        or kind = 'remove-objects'
          and replace(replace(payload, '[', ','), ']', ',') like '%,' || stored_objects.id || ',%'))`,
  上传不会被结束: `
    select prefix from uploads where closed = 0 and not exists (
      select 1 from jobs where kind = 'close-upload' and done_at is null
        and payload = '{"prefix":"' || prefix || '"}')`,
}

/** Rows that a sweep after the last upload must not leave. */
const ORPHANS: Readonly<Record<string, string>> = {
  对象没有人占用: `
    select id, key from stored_objects where not exists (
      select 1 from object_holds where object_id = stored_objects.id)`,
  // A closed one stays some days longer, so that its keys stay closed.
  上传没有结束: 'select prefix from uploads where closed = 0',
}

/** Changes nothing, so that the next start finds the state after the kill. */
export function openData(folder: string): Sqlite.Database {
  return new Sqlite(join(dataFolder(folder), 'portal.sqlite'), { readonly: true, fileMustExist: true })
}

export function findHalfStates(folder: string): string[] {
  const db = openData(folder)
  try {
    const intact = db.pragma('integrity_check', { simple: true })
    const dangling = db.pragma('foreign_key_check') as unknown[]
    return [
      ...(intact === 'ok' ? [] : [`数据库损坏：${intact}`]),
      ...dangling.map((row) => `外键悬空：${JSON.stringify(row)}`),
      ...findRows(db, NEVER),
      ...findBrokenObjects(db, join(dataFolder(folder), 'objects')),
    ]
  } finally {
    db.close()
  }
}

export function findOrphans(folder: string): string[] {
  const db = openData(folder)
  try {
    return [...findRows(db, ORPHANS), ...findUnknownObjects(db, join(dataFolder(folder), 'objects'))]
  } finally {
    db.close()
  }
}

function findRows(db: Sqlite.Database, queries: Readonly<Record<string, string>>): string[] {
  return Object.entries(queries).flatMap(([name, query]) =>
    db
      .prepare(query)
      .all()
      .map((row) => `${name}：${JSON.stringify(row)}`),
  )
}
