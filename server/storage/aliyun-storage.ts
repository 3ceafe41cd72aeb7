/** Aliyun OSS: the portal's own keys for the server, a role narrowed down to one upload for browsers. */
import { assumeRole } from '../aliyun/assume-role.ts'
import type { AliyunObjects } from '../config/objects.ts'
import { openStorage, type StorageSettings } from './open-storage.ts'
import type { Storage } from './storage.ts'

/** What a browser does with ali-oss during an upload. */
const UPLOAD_ACTIONS = ['oss:PutObject', 'oss:AbortMultipartUpload', 'oss:ListParts', 'oss:GetObject']
const SESSION_NAME = 'portal-upload'

type Options = Partial<Pick<StorageSettings, 'fetch' | 'pathStyle'>> & { assume?: typeof assumeRole }

/** @param options for tests: another store, another STS */
export function aliyunStorage(config: AliyunObjects, now: () => number, options: Options = {}): Storage {
  const { accessKeyId, accessKeySecret, roleArn, stsEndpoint } = config
  const { assume = assumeRole, fetch: send = (request) => fetch(request), pathStyle = false } = options
  const keys = { accessKeyId, accessKeySecret }
  return openStorage({
    keys,
    region: config.region,
    buckets: config.buckets,
    endpoint: config.internalEndpoint,
    publicEndpoint: () => config.endpoint,
    pathStyle,
    fetch: send,
    issueKeys: (bucket, { prefix }, durationSeconds) => {
      const policy = uploadPolicy(bucket, prefix)
      const role = { roleArn, sessionName: SESSION_NAME, durationSeconds, policy }
      return assume({ ...keys, endpoint: stsEndpoint }, role, now())
    },
  })
}

/** https://help.aliyun.com/zh/oss/user-guide/ram-policy */
export function uploadPolicy(bucket: string, prefix: string): string {
  const resource = `acs:oss:*:*:${bucket}/${prefix}*`
  return JSON.stringify({
    Version: '1',
    Statement: [{ Effect: 'Allow', Action: UPLOAD_ACTIONS, Resource: [resource] }],
  })
}
