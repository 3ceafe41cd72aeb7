import { type ReadSetting, readGroup, readOrigin } from './group.ts'

export interface LocalObjects {
  kind: 'local'
  port: number
  /** Origin for browsers; undefined for the host by which they reach the portal, on `port`. */
  publicUrl: string | undefined
}

export interface AliyunObjects {
  kind: 'aliyun'
  accessKeyId: string
  accessKeySecret: string
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

export function readObjects(read: ReadSetting, problems: string[], port: number): ObjectsConfig {
  const group = readGroup(read, problems, NEEDED, OPTIONAL)
  if (!group) {
    return { kind: 'local', port, publicUrl: readOrigin(read, problems, 'OBJECTS_PUBLIC_URL', undefined) }
  }
  for (const name of ['OSS_BUCKET_DOCUMENTS', 'OSS_BUCKET_STATIC'] as const) {
    if (!BUCKET.test(group[name])) problems.push(`${name} 应为 OSS 存储空间的名称`)
  }
  const region = read('OSS_REGION') ?? 'oss-cn-beijing'
  if (!REGION.test(region)) problems.push('OSS_REGION 应形如 oss-cn-beijing')
  const endpoint = readOrigin(read, problems, 'OSS_ENDPOINT', `https://${region}.aliyuncs.com`)
  return {
    kind: 'aliyun',
    accessKeyId: group.OSS_ACCESS_KEY_ID,
    accessKeySecret: group.OSS_ACCESS_KEY_SECRET,
    roleArn: group.OSS_ROLE_ARN,
    buckets: { documents: group.OSS_BUCKET_DOCUMENTS, static: group.OSS_BUCKET_STATIC },
    region,
    endpoint,
    internalEndpoint: readOrigin(read, problems, 'OSS_INTERNAL_ENDPOINT', endpoint),
    stsEndpoint: readOrigin(read, problems, 'STS_ENDPOINT', undefined),
  }
}
