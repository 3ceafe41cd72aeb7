/**
 * Delete many objects in one call, which OSS takes only with the MD5 of its body:
 * https://help.aliyun.com/zh/oss/support/0016-00000606
 */
import { readXmlBody } from './body.ts'
import { OssError } from './errors.ts'
import { removeObject } from './object-rows.ts'
import { checkKey } from './request.ts'
import type { Operation } from './store.ts'
import { encoderFor, writeXml, type XmlNode } from './xml.ts'
import { textsOf } from './xml-read.ts'

const MAX_KEYS = 1000

export const deleteObjects: Operation = async ({ store, request, bucket }) => {
  const encoding = encoderFor(request.query)
  if (!request.headers.get('content-md5')) {
    throw new OssError('MissingArgument', { details: { ArgumentName: 'Content-MD5' } })
  }
  const root = await readXmlBody(request, 'Delete')
  const objects = root.children.filter(({ name }) => name === 'Object')
  if (objects.length === 0 || objects.length > MAX_KEYS) throw new OssError('MalformedXML')
  const keys = objects.map((object) => checkKey(textsOf(object, 'Key')[0] ?? ''))
  for (const key of keys) await store.blobs.remove(removeObject(store.db, bucket, key) ?? [])
  if (textsOf(root, 'Quiet')[0]?.trim() === 'true') return { status: 200, headers: {} }
  const deleted = keys.map((key): XmlNode => ['Deleted', [['Key', encoding.encode(key)]]])
  return { status: 200, headers: {}, body: writeXml(['DeleteResult', [...encoding.nodes, ...deleted]]) }
}
