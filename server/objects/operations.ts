import type { Caller } from './authenticate.ts'
import { readXmlBody } from './body.ts'
import { OssError } from './errors.ts'
import type { Acl } from './index-db.ts'
import { listObjects, listUploads } from './listings.ts'
import { abortUpload, completeUpload, initiateUpload, listParts, uploadPart } from './multipart.ts'
import { removeObject } from './object-rows.ts'
import { getObject, headObject, putObject } from './objects.ts'
import { checkKey, isOperation, type OssRequest } from './request.ts'
import type { Operation } from './store.ts'
import { answerXml, encoderFor, textsOf, type XmlNode } from './xml.ts'

/** A token may read and upload; only the owner may list and delete. */
type Need = 'read' | 'upload' | 'owner'

interface Choice {
  need: Need
  run: Operation
}

const MAX_DELETED_KEYS = 1000

/** OSS accepts this only with the MD5 of the body. */
const deleteObjects: Operation = async ({ store, request, bucket }) => {
  const encoding = encoderFor(request.query)
  if (!request.headers.get('content-md5')) {
    throw new OssError('MissingArgument', { details: { ArgumentName: 'Content-MD5' } })
  }
  const root = await readXmlBody(request, 'Delete')
  const objects = root.children.filter(({ name }) => name === 'Object')
  if (objects.length === 0 || objects.length > MAX_DELETED_KEYS) throw new OssError('MalformedXML')
  const keys = objects.map((object) => checkKey(textsOf(object, 'Key')[0] ?? ''))
  for (const key of keys) await store.blobs.remove(removeObject(store.db, bucket, key) ?? [])
  if (textsOf(root, 'Quiet')[0]?.trim() === 'true') return { status: 200, headers: {} }
  const deleted = keys.map((key): XmlNode => ['Deleted', [['Key', encoding.encode(key)]]])
  return answerXml('DeleteResult', [...encoding.nodes, ...deleted])
}

/** No request makes, changes or removes buckets: they are settings of the store. */
const OPERATIONS: Record<string, Choice> = {
  'GET bucket': { need: 'owner', run: listObjects },
  'POST bucket delete': { need: 'owner', run: deleteObjects },
  'GET bucket uploads': { need: 'owner', run: listUploads },
  'GET object': { need: 'read', run: getObject },
  'HEAD object': { need: 'read', run: headObject },
  'PUT object': { need: 'upload', run: putObject },
  'POST object uploads': { need: 'upload', run: initiateUpload },
  'PUT object partNumber uploadId': { need: 'upload', run: uploadPart },
  'GET object uploadId': { need: 'upload', run: listParts },
  'POST object uploadId': { need: 'upload', run: completeUpload },
  'DELETE object uploadId': { need: 'upload', run: abortUpload },
}

export function chooseOperation(request: OssRequest): Choice {
  const { method, bucket, key, query } = request
  const names = [...query.keys()].filter(isOperation).sort()
  const level = key !== undefined ? 'object' : bucket !== undefined ? 'bucket' : 'service'
  const name = [method, level, ...names].join(' ')
  const choice = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
  if (!choice) {
    const isOurs = names.length === 0 && level !== 'service'
    throw new OssError(isOurs ? 'MethodNotAllowed' : 'NotImplemented', { details: { Method: method } })
  }
  return choice
}

/** Whether the caller may do this to the key. A token reaches nothing outside its prefix, public or not. */
export function isAllowed(caller: Caller, need: Need, { bucket, key, acl }: Target): boolean {
  if (caller.kind === 'owner') return true
  if (need === 'owner') return false
  if (caller.kind === 'anonymous') return acl === 'public-read' && need === 'read'
  return caller.grant.bucket === bucket && key.startsWith(caller.grant.prefix)
}

interface Target {
  bucket: string
  key: string
  acl: Acl | undefined
}
