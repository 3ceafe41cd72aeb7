import { afterEach, beforeEach, expect, test } from 'vitest'
import { runDue } from '../db/jobs.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { storageHandlers } from './job-handlers.ts'
import { releaseObject, releaseObjects, removeObjects } from './release-objects.ts'
import { usageOf } from './testing/upload.ts'

let portal: TestPortal
let companyId: number
let folderId: number

beforeEach(async () => {
  portal = await openPortal()
  const visitor = await portal.loggedIn('13800000001')
  companyId = (await visitor.get('/customer/api/v1/login')).body.data.company_id
  const folder = await portal.db
    .insertInto('document_folders')
    .values({ company_id: companyId, parent_id: null, name: 'a', search_name: 'a', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  folderId = folder.id
})
afterEach(() => portal.close())

const named = (kind: string, index: number) => `companies/${companyId}/${kind}/${index}`
const remaining = () =>
  portal.db
    .selectFrom('stored_objects')
    .select('key')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()

async function addFiles(count: number, bucket: 'documents' | 'static'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { id } = await portal.db
      .insertInto('stored_objects')
      .values({ bucket, key: named(bucket, index), company_id: companyId, size: 1, created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const object_id = id as LockedObjectId
    const file = { company_id: companyId, folder_id: folderId, object_id, modified_at: 0 }
    const name = named(bucket, index)
    const row = await portal.db
      .insertInto('document_files')
      .values({ ...file, name, search_name: name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await hold(id, 'document_file', row.id)
  }
  await portal.db
    .updateTable('companies')
    .set((row) => ({ used_bytes: row('used_bytes', '+', count) }))
    .where('id', '=', companyId)
    .execute()
}

async function hold(object_id: number, kind: string, holder_id: number): Promise<void> {
  await portal.db
    .insertInto('object_holds')
    .values({ object_id, kind, holder_id, company_id: companyId, operators: 0 })
    .execute()
}

const releaseAll = () =>
  portal.db.transaction().execute(async (transaction) => {
    const files = transaction
      .selectFrom('document_files')
      .select(['id', 'object_id'])
      .where('company_id', '=', companyId)
    await releaseObjects(transaction, 'document_file', files, portal.clock.ms)
    await transaction.deleteFrom('document_files').where('company_id', '=', companyId).execute()
  })

test('many objects go with few requests, and not those that something else holds', async () => {
  await addFiles(1001, 'documents')
  await addFiles(3, 'static')
  const kept = await portal.db
    .selectFrom('stored_objects')
    .select(['id', 'key'])
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirstOrThrow()
  await hold(kept.id, 'chat_file', 7)
  await releaseAll()
  expect(await usageOf(portal, companyId)).toEqual({ used: 1, reserved: 0 })
  const requests: number[] = []
  const storage = {
    ...portal.storage,
    remove: async (_: string, keys: readonly string[]) => {
      if (keys.length > 0) requests.push(keys.length)
    },
  }
  const run = () =>
    runDue(
      portal.db,
      storageHandlers(storage, portal.securityLog),
      () => portal.clock.ms,
      (entry) => portal.logs.push(entry),
    )
  portal.clock.ms += 60_000
  await Promise.all([run(), run()])
  expect(requests.reduce((sum, keys) => sum + keys, 0)).toBe(1003)
  expect(requests.length).toBeLessThanOrEqual(4)
  expect(await remaining()).toEqual([{ key: kept.key }])
  expect(portal.logs.filter(({ event }) => event === 'job-failed')).toEqual([])
})

test('another holder with the same number goes on holding', async () => {
  await addFiles(1, 'documents')
  const file = await portal.db
    .selectFrom('document_files')
    .select(['id', 'object_id'])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  await hold(file.object_id, 'chat_file', file.id)
  await hold(file.object_id, 'service_file', file.id)
  await portal.db
    .transaction()
    .execute((transaction) =>
      releaseObject(transaction, file.object_id, { kind: 'document_file', id: file.id }, portal.clock.ms),
    )
  const kinds = async () =>
    (
      await portal.db
        .selectFrom('object_holds')
        .select('kind')
        .where('company_id', '=', companyId)
        .orderBy('kind')
        .execute()
    ).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['chat_file', 'service_file'])
  await hold(file.object_id, 'document_file', file.id)
  await releaseAll()
  expect(await kinds()).toEqual(['chat_file', 'service_file'])
  expect(await usageOf(portal, companyId)).toEqual({ used: 1, reserved: 0 })
})

test('what another removal has taken up is left to it', async () => {
  await addFiles(2, 'documents')
  const [mine, theirs] = await portal.db
    .selectFrom('stored_objects')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  const ids = [mine?.id ?? 0, theirs?.id ?? 0]
  await portal.db.deleteFrom('object_holds').where('company_id', '=', companyId).execute()
  await portal.db.deleteFrom('document_files').where('company_id', '=', companyId).execute()
  await portal.db.updateTable('stored_objects').set({ released_at: 1 }).where('id', 'in', ids).execute()
  await portal.db
    .updateTable('stored_objects')
    .set({ removal: 'another' })
    .where('id', '=', ids[1] ?? 0)
    .execute()
  await removeObjects(portal.db, portal.storage, { ids, removal: 'this one' })
  expect(await remaining()).toEqual([{ key: named('documents', 1) }])
})

test('one object of many files is given back once', async () => {
  await addFiles(1, 'documents')
  const { id: _, ...file } = await portal.db
    .selectFrom('document_files')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const object_id = file.object_id as LockedObjectId
  const twin = await portal.db
    .insertInto('document_files')
    .values({ ...file, object_id, name: 'b' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await hold(object_id, 'document_file', twin.id)
  await releaseAll()
  expect(await usageOf(portal, companyId)).toEqual({ used: 0, reserved: 0 })
  portal.clock.ms += 60_000
  await portal.runStorageJobs()
  expect(await remaining()).toEqual([])
})
