import { CODES, type RefusedEnvelope } from '../../src/lib/contract/envelope.ts'

type RefusedCode = RefusedEnvelope['code']

/** A refusal of a person's action: HTTP 200 with another code and a Chinese text (behaviour B14.1). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusedCode
  readonly fields: Record<string, unknown>

  constructor(code: RefusedCode, message: string, fields: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** A missing file; another company's is refused in the same words (behaviour B4.4). */
export function noSuchFile(): Refusal {
  return new Refusal(CODES.none, '没有找到这个文件，它可能已被删除')
}

export function noSuchCompany(): Refusal {
  return new Refusal(CODES.none, '没有找到这家企业')
}

const TRANSPORT_MESSAGES = {
  [CODES.invalid]: '请求内容不是有效的 JSON',
  [CODES.none]: '没有这个接口',
  [CODES.wrongMethod]: '这个地址不支持该请求方式',
  [CODES.tooLarge]: '请求内容过大',
  [CODES.wrongContentType]: '请求内容应为 JSON（Content-Type: application/json）',
} as const

/** A request that no page of ours makes: a real HTTP status with the same envelope (behaviour B14.2). */
export class TransportFault extends Error {
  override readonly name = 'TransportFault'
  readonly status: keyof typeof TRANSPORT_MESSAGES
  readonly headers: Record<string, string>

  constructor(status: keyof typeof TRANSPORT_MESSAGES, headers: Record<string, string> = {}) {
    super(TRANSPORT_MESSAGES[status])
    this.status = status
    this.headers = headers
  }
}
