/** Settings of the services behind the portal; without them it does without. */
import type { AliyunSmsSettings } from '../sms/aliyun-sms.ts'
import type { WeChatSettings } from '../wechat/platform.ts'
import { type ReadSetting, readGroup } from './group.ts'

const SMS = ['SMS_ACCESS_KEY_ID', 'SMS_ACCESS_KEY_SECRET', 'SMS_SIGN_NAME', 'SMS_TEMPLATE_CODE'] as const
const WECHAT = ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'] as const

export function readSms(read: ReadSetting, problems: string[]): AliyunSmsSettings | undefined {
  const group = readGroup(read, problems, SMS, 'SMS_ENDPOINT', 'https://dysmsapi.aliyuncs.com')
  return (
    group && {
      accessKeyId: group.SMS_ACCESS_KEY_ID,
      accessKeySecret: group.SMS_ACCESS_KEY_SECRET,
      signName: group.SMS_SIGN_NAME,
      templateCode: group.SMS_TEMPLATE_CODE,
      reminderTemplateCode: read('SMS_REMINDER_TEMPLATE_CODE'),
      newsTemplateCode: read('SMS_NEWS_TEMPLATE_CODE'),
      endpoint: group.endpoint,
    }
  )
}

/** @param publicOrigins whose pages are signed: without any, whoever asks could name a host as ours */
export function readWeChat(
  read: ReadSetting,
  problems: string[],
  publicOrigins: readonly string[],
): WeChatSettings | undefined {
  const group = readGroup(read, problems, WECHAT, 'WECHAT_ENDPOINT', 'https://api.weixin.qq.com')
  if (group && publicOrigins.length === 0) {
    problems.push('设置了 WECHAT_* 时必须设置 PUBLIC_ORIGINS，只有其中网址的页面能分享到微信')
  }
  return group && { appId: group.WECHAT_APP_ID, appSecret: group.WECHAT_APP_SECRET, endpoint: group.endpoint }
}
