/** Make, change and delete a bucket. */
import { readXmlBody } from './body.ts'
import { type Acl, type CorsRule, removeBucket, saveBucket } from './bucket-rows.ts'
import { badArgument, OssError } from './errors.ts'
import type { Operation } from './store.ts'
import { writeXml, type XmlNode } from './xml.ts'
import { textsOf, type XmlElement } from './xml-read.ts'

const MAX_CORS_RULES = 10

export const putBucket: Operation = ({ store, request, bucket, stored }) => {
  const acl = readAcl(request.headers.get('x-oss-acl') ?? stored?.acl ?? 'private')
  saveBucket(store.db, bucket, { acl }, store.now())
  return { status: 200, headers: { location: `/${bucket}` } }
}

export const putBucketAcl: Operation = ({ store, request, bucket }) => {
  saveBucket(store.db, bucket, { acl: readAcl(request.headers.get('x-oss-acl') ?? '') }, store.now())
  return { status: 200, headers: {} }
}

/** `public-read-write` would let anybody fill the disk. */
function readAcl(text: string): Acl {
  if (text !== 'private' && text !== 'public-read') throw badArgument('x-oss-acl', text)
  return text
}

export const getBucketAcl: Operation = ({ stored }) => {
  const grant = stored?.acl ?? 'private'
  const body = writeXml([
    'AccessControlPolicy',
    [
      [
        'Owner',
        [
          ['ID', 'portal'],
          ['DisplayName', 'portal'],
        ],
      ],
      ['AccessControlList', [['Grant', grant]]],
    ],
  ])
  return { status: 200, headers: {}, body }
}

export const deleteBucket: Operation = ({ store, bucket }) => {
  removeBucket(store.db, bucket)
  return { status: 204, headers: {} }
}

export const putBucketCors: Operation = async ({ store, request, bucket }) => {
  const root = await readXmlBody(request, 'CORSConfiguration')
  const cors = root.children.filter(({ name }) => name === 'CORSRule').map(readRule)
  if (cors.length === 0 || cors.length > MAX_CORS_RULES) throw new OssError('MalformedXML')
  saveBucket(store.db, bucket, { cors }, store.now())
  return { status: 200, headers: {} }
}

function readRule(rule: XmlElement): CorsRule {
  const origins = textsOf(rule, 'AllowedOrigin')
  const methods = textsOf(rule, 'AllowedMethod')
  const headers = textsOf(rule, 'AllowedHeader')
  const exposed = textsOf(rule, 'ExposeHeader')
  const [age] = textsOf(rule, 'MaxAgeSeconds')
  if (origins.length === 0 || methods.length === 0) throw new OssError('MalformedXML')
  if (!methods.every((method) => /^(GET|PUT|POST|DELETE|HEAD)$/.test(method)))
    throw new OssError('MalformedXML')
  if (!exposed.every((name) => /^[A-Za-z0-9-]+$/.test(name))) throw new OssError('MalformedXML')
  if (age !== undefined && !/^\d{1,9}$/.test(age)) throw new OssError('MalformedXML')
  return { origins, methods, headers, exposed, ...(age === undefined ? {} : { maxAgeSeconds: Number(age) }) }
}

export const getBucketCors: Operation = ({ stored }) => {
  if (!stored || stored.cors.length === 0) throw new OssError('NoSuchCORSConfiguration')
  const write = (name: string, texts: string[]) => texts.map((text): XmlNode => [name, text])
  const rules = stored.cors.map(
    (rule): XmlNode => [
      'CORSRule',
      [
        ...write('AllowedOrigin', rule.origins),
        ...write('AllowedMethod', rule.methods),
        ...write('AllowedHeader', rule.headers),
        ...write('ExposeHeader', rule.exposed),
        ...write('MaxAgeSeconds', rule.maxAgeSeconds === undefined ? [] : [String(rule.maxAgeSeconds)]),
      ],
    ],
  )
  return { status: 200, headers: {}, body: writeXml(['CORSConfiguration', rules]) }
}

export const deleteBucketCors: Operation = ({ store, bucket }) => {
  saveBucket(store.db, bucket, { cors: [] }, store.now())
  return { status: 204, headers: {} }
}
