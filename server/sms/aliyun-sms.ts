/** Verification codes through Aliyun SMS (SendSms 2017-05-25). The code is in the request and nowhere else. */
import * as v from 'valibot'
import { type AliyunAccess, callAliyun } from '../aliyun/call-aliyun.ts'
import { readAnswer } from '../upstream/ask-json.ts'
import { GatewayError } from '../upstream/gateway-error.ts'
import type { SmsGateway } from './gateway.ts'

export interface AliyunSmsSettings extends AliyunAccess {
  /** 短信签名, as approved by Aliyun. */
  signName: string
  /** Of a template with the variable `code`. */
  templateCode: string
}

/** Business refusals come with HTTP 200, too: only the code tells. */
const answer = v.object({ Code: v.string() })

/** `send` throws GatewayError. It never tries twice: the person would get two messages. */
export function aliyunSms(
  { signName, templateCode, ...access }: AliyunSmsSettings,
  now: () => number,
): SmsGateway {
  return {
    async send(phone, code) {
      const call = {
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          PhoneNumbers: phone,
          SignName: signName,
          TemplateCode: templateCode,
          TemplateParam: JSON.stringify({ code }),
        },
      }
      const { Code } = readAnswer(call.action, answer, await callAliyun(access, call, now()))
      if (Code !== 'OK') throw new GatewayError('refused', call.action, Code)
    },
  }
}
