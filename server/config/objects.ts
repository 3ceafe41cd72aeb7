/** The target of uploads: the portal's own object store, or Aliyun OSS. */

import { isOrigin, type ReadSetting } from './group.ts'

export interface LocalObjects {
  kind: 'local'
  /** 0 for any free port. */
  port: number
  /** Origin for browsers; undefined for the host by which they reach the portal, on `port`. */
  publicUrl: string | undefined
}

export interface AliyunObjects {
  kind: 'aliyun'
  accessKeyId: string
  accessKeySecret: string
  /** The role whose keys browsers get, restricted to one upload each. */
  roleArn: string
  buckets: { documents: string; static: string }
  region: string
  /** Origins: for browsers, for the portal's server (the same unless it is in Aliyun's network), of STS. */
  endpoint: string
  internalEndpoint: string
  stsEndpoint: string | undefined
}

export type ObjectsConfig = LocalObjects | AliyunObjects

const NEEDED = [
  'OSS_ACCESS_KEY_ID',
  'OSS_ACCESS_KEY_SECRET',
  'OSS_ROLE_ARN',
  'OSS_BUCKET_DOCUMENTS',
  'OSS_BUCKET_STATIC',
] as const
const OPTIONAL = ['OSS_REGION', 'OSS_ENDPOINT', 'OSS_INTERNAL_ENDPOINT', 'STS_ENDPOINT'] as const
const REGION = /^oss-[a-z0-9-]{1,40}$/
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/

/** Adds mistakes to `problems`. @param port of the local store */
export function readObjects(read: ReadSetting, problems: string[], port: number): ObjectsConfig {
  const origin = (name: string) => {
    const value = read(name)
    if (value !== undefined && !isOrigin(value))
      problems.push(`${name} 应为网址，形如 https://oss.example.cn`)
    return value
  }
  const missing = NEEDED.filter((name) => read(name) === undefined)
  if (missing.length === NEEDED.length && OPTIONAL.every((name) => read(name) === undefined)) {
    return { kind: 'local', port, publicUrl: origin('OBJECTS_PUBLIC_URL') }
  }
  if (missing.length > 0) {
    problems.push(`${NEEDED.join('、')} 应全部设置或全部不设，现在缺少 ${missing.join('、')}`)
  }
  for (const name of ['OSS_BUCKET_DOCUMENTS', 'OSS_BUCKET_STATIC']) {
    if (!BUCKET.test(read(name) ?? 'none')) problems.push(`${name} 应为 OSS 存储空间的名称`)
  }
  const region = read('OSS_REGION') ?? 'oss-cn-beijing'
  if (!REGION.test(region)) problems.push('OSS_REGION 应形如 oss-cn-beijing')
  const endpoint = origin('OSS_ENDPOINT') ?? `https://${region}.aliyuncs.com`
  return {
    kind: 'aliyun',
    accessKeyId: read('OSS_ACCESS_KEY_ID') ?? '',
    accessKeySecret: read('OSS_ACCESS_KEY_SECRET') ?? '',
    roleArn: read('OSS_ROLE_ARN') ?? '',
    buckets: { documents: read('OSS_BUCKET_DOCUMENTS') ?? '', static: read('OSS_BUCKET_STATIC') ?? '' },
    region,
    endpoint,
    internalEndpoint: origin('OSS_INTERNAL_ENDPOINT') ?? endpoint,
    stsEndpoint: origin('STS_ENDPOINT'),
  }
}
