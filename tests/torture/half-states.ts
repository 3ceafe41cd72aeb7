/** Looks at the data of a portal that was killed for anything that is half done. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { findBrokenObjects } from './broken-objects.ts'

/** Each query finds rows that must never be. */
const NEVER: Readonly<Record<string, string>> = {
  '客户没有会话、欢迎消息或同意记录': `
    select id from customers where
      not exists (select 1 from sessions where customer_id = customers.id)
      or (select count(*) from messages where customer_id = customers.id) <> 1
      or not exists (select 1 from consents where customer_id = customers.id)`,
  会话的消息序号有缺失或重复: `
    select conversations.id, last_seq, count(seq) as messages, max(seq) as highest
    from conversations left join chat_messages on conversation_id = conversations.id
    group by conversations.id having messages <> last_seq or coalesce(highest, 0) <> last_seq`,
  'used_bytes 不等于文件之和': `
    select id, used_bytes from companies where used_bytes <>
      (select coalesce(sum(size), 0) from stored_objects where company_id = companies.id and released_at is null)`,
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
  无人占用的对象不会被清除: `
    select id, key from stored_objects where
      not exists (select 1 from object_holds where object_id = stored_objects.id)
      and not exists (select 1 from jobs where done_at is null and (
        kind = 'release-unused' and payload = '{"id":' || stored_objects.id || '}'
        or kind = 'remove-objects'
          and stored_objects.id in (select value from json_each(payload, '$.ids'))))`,
  上传不会被结束: `
    select prefix from uploads where closed = 0 and not exists (
      select 1 from jobs where kind = 'close-upload' and done_at is null
        and json_extract(payload, '$.prefix') = uploads.prefix)`,
}

/** @param dataDir of a stopped portal; nothing is changed, so that the next start finds what the kill left */
export function findHalfStates(dataDir: string): string[] {
  const db = new Sqlite(join(dataDir, 'portal.sqlite'), { readonly: true, fileMustExist: true })
  try {
    const intact = db.pragma('integrity_check', { simple: true })
    const dangling = db.pragma('foreign_key_check') as unknown[]
    const found = Object.entries(NEVER).flatMap(([name, query]) =>
      db
        .prepare(query)
        .all()
        .map((row) => `${name}：${JSON.stringify(row)}`),
    )
    return [
      ...(intact === 'ok' ? [] : [`数据库损坏：${intact}`]),
      ...dangling.map((row) => `外键悬空：${JSON.stringify(row)}`),
      ...found,
      ...findBrokenObjects(db, join(dataDir, 'objects')),
    ]
  } finally {
    db.close()
  }
}
