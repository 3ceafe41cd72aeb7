/** Verification codes and reminders through Aliyun SMS (SendSms 2017-05-25). The code is in the request and nowhere else. */
import * as v from 'valibot'
import { type AliyunAccess, callAliyun } from '../aliyun/call-aliyun.ts'
import { GatewayError, readAnswer } from '../http/ask-json.ts'
import type { SmsGateway } from './gateway.ts'

export interface AliyunSmsSettings extends AliyunAccess {
  signName: string
  /** Aliyun's code of a template with the variable `code`. */
  templateCode: string
  /** Aliyun's code of a template with the variables `count` (policies) and `days`; undefined: no reminders by SMS. */
  reminderTemplateCode?: string | undefined
  /** Aliyun's code of a template with the variable `count` (policies); undefined: no SMS for saved conditions. */
  newsTemplateCode?: string | undefined
  /** Aliyun's code of a template with the variable `count` (messages); undefined: no SMS of other kinds. */
  noticeTemplateCode?: string | undefined
}

/** Business refusals come with HTTP 200, too: only the code shows them. */
const answer = v.object({ Code: v.string() })

/** Its functions throw GatewayError. They never try twice: the person would get two messages. */
export function aliyunSms(
  {
    signName,
    templateCode,
    reminderTemplateCode,
    newsTemplateCode,
    noticeTemplateCode,
    ...access
  }: AliyunSmsSettings,
  now: () => number,
): SmsGateway {
  const send = async (phone: string, template: string, variables: Record<string, string>) => {
    const call = {
      action: 'SendSms',
      version: '2017-05-25',
      query: {
        PhoneNumbers: phone,
        SignName: signName,
        TemplateCode: template,
        TemplateParam: JSON.stringify(variables),
      },
    }
    const { Code } = readAnswer(call.action, answer, await callAliyun(access, call, now()))
    if (Code !== 'OK') throw new GatewayError('refused', call.action, Code)
  }
  return {
    send: (phone, code) => send(phone, templateCode, { code }),
    ...(reminderTemplateCode !== undefined && {
      remind: (phone, { policies, days }) =>
        send(phone, reminderTemplateCode, { count: String(policies), days: String(days) }),
    }),
    ...(newsTemplateCode !== undefined && {
      tellNews: (phone, policies) => send(phone, newsTemplateCode, { count: String(policies) }),
    }),
    ...(noticeTemplateCode !== undefined && {
      tell: (phone, count) => send(phone, noticeTemplateCode, { count: String(count) }),
    }),
  }
}
