/** Which operation a request means, and who may ask for it. */
import type { Caller, TokenAction } from './authenticate.ts'
import { readXmlBody } from './body.ts'
import { OssError } from './errors.ts'
import type { Bucket } from './index-db.ts'
import { listObjects, listUploads } from './listings.ts'
import { abortUpload, completeUpload, initiateUpload, listParts, uploadPart } from './multipart.ts'
import { removeObject } from './object-rows.ts'
import { deleteObject, getObject, headObject, putObject } from './objects.ts'
import { checkKey, isOperation, type OssRequest } from './request.ts'
import type { Operation } from './store.ts'
import { encoderFor, textsOf, writeXml, type XmlNode } from './xml.ts'

/** What a caller needs: an action of a token, or to be the owner. */
export type Need = TokenAction | 'owner'

export interface Choice {
  need: Need
  run: Operation
}

const MAX_DELETED_KEYS = 1000

/**
 * Many objects in one call, which OSS takes only with the MD5 of its body:
 * https://help.aliyun.com/zh/oss/support/0016-00000606
 */
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
  return { status: 200, headers: {}, body: writeXml(['DeleteResult', [...encoding.nodes, ...deleted]]) }
}

/** Buckets are the portal's own: `saveBucket` makes them, and no request does. */
const OPERATIONS: Record<string, Choice> = {
  'GET bucket': { need: 'owner', run: listObjects },
  'POST bucket delete': { need: 'owner', run: deleteObjects },
  'GET bucket uploads': { need: 'owner', run: listUploads },
  'GET object': { need: 'get', run: getObject },
  'HEAD object': { need: 'head', run: headObject },
  'PUT object': { need: 'put', run: putObject },
  'DELETE object': { need: 'owner', run: deleteObject },
  'POST object uploads': { need: 'multipart', run: initiateUpload },
  'PUT object partNumber uploadId': { need: 'multipart', run: uploadPart },
  'GET object uploadId': { need: 'multipart', run: listParts },
  'POST object uploadId': { need: 'multipart', run: completeUpload },
  'DELETE object uploadId': { need: 'multipart', run: abortUpload },
}

/** @throws OssError NotImplemented, MethodNotAllowed */
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
export function isAllowed(
  caller: Caller,
  need: Need,
  key: string,
  bucketName: string,
  bucket?: Bucket,
): boolean {
  if (caller.kind === 'owner') return true
  if (need === 'owner') return false
  if (caller.kind === 'anonymous') return bucket?.acl === 'public-read' && (need === 'get' || need === 'head')
  const { grant } = caller
  if (grant.bucket !== bucketName || !key.startsWith(grant.prefix)) return false
  return grant.actions.includes(need) || (need === 'head' && grant.actions.includes('get'))
}
