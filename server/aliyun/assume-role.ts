import * as v from 'valibot'
import { readAnswer } from '../http/ask-json.ts'
import { type AliyunAccess, callAliyun } from './call-aliyun.ts'

const ENDPOINT = 'https://sts.aliyuncs.com'

export interface Role {
  /** `acs:ram::<account>:role/<name>` */
  roleArn: string
  sessionName: string
  durationSeconds: number
  /** JSON of a RAM policy, at most 2048 characters: the keys get the intersection of this policy and the role's rights. */
  policy: string
}

export interface TemporaryKeys {
  accessKeyId: string
  accessKeySecret: string
  securityToken: string
  expiresAtMs: number
}

const text = v.pipe(v.string(), v.minLength(1))

const answer = v.object({
  Credentials: v.object({
    AccessKeyId: text,
    AccessKeySecret: text,
    SecurityToken: text,
    Expiration: v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse)),
  }),
})

export async function assumeRole(
  { endpoint = ENDPOINT, ...keys }: Omit<AliyunAccess, 'endpoint'> & { endpoint?: string | undefined },
  { roleArn, sessionName, durationSeconds, policy }: Role,
  nowMs: number,
): Promise<TemporaryKeys> {
  const call = {
    action: 'AssumeRole',
    version: '2015-04-01',
    query: {
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      DurationSeconds: String(durationSeconds),
      Policy: policy,
    },
  }
  const { Credentials } = readAnswer(
    call.action,
    answer,
    await callAliyun({ ...keys, endpoint }, call, nowMs),
  )
  return {
    accessKeyId: Credentials.AccessKeyId,
    accessKeySecret: Credentials.AccessKeySecret,
    securityToken: Credentials.SecurityToken,
    expiresAtMs: Credentials.Expiration,
  }
}
