import { expect, test } from 'vitest'
import { ConfigError, getConfig } from './config.ts'

const SMS = {
  NODE_ENV: 'test',
  SMS_ACCESS_KEY_ID: 'LTAI-test',
  SMS_ACCESS_KEY_SECRET: 'geheim-sms',
  SMS_SIGN_NAME: '知策',
  SMS_TEMPLATE_CODE: 'SMS_1',
}
const WECHAT = {
  NODE_ENV: 'test',
  WECHAT_APP_ID: 'wx-test',
  WECHAT_APP_SECRET: 'geheim-wechat',
  PUBLIC_ORIGINS: 'https://zc.example.cn',
}

test('without settings there is neither', () => {
  expect(getConfig({ SMS_SIGN_NAME: ' ', WECHAT_ENDPOINT: '' })).toMatchObject({
    sms: undefined,
    wechat: undefined,
  })
})

test('whole groups are taken, with the public endpoints', () => {
  const { sms, wechat } = getConfig({ ...SMS, ...WECHAT })
  expect(sms).toEqual({
    accessKeyId: 'LTAI-test',
    accessKeySecret: 'geheim-sms',
    signName: '知策',
    templateCode: 'SMS_1',
    endpoint: 'https://dysmsapi.aliyuncs.com',
  })
  expect(wechat).toEqual({
    appId: 'wx-test',
    appSecret: 'geheim-wechat',
    endpoint: 'https://api.weixin.qq.com',
  })
})

test('endpoints can be others', () => {
  const config = getConfig({ ...SMS, ...WECHAT, SMS_ENDPOINT: 'http://a:1', WECHAT_ENDPOINT: 'https://b' })
  expect([config.sms?.endpoint, config.wechat?.endpoint]).toEqual(['http://a:1', 'https://b'])
})

test.each([
  [{ ...SMS, SMS_SIGN_NAME: '' }, '现在缺少 SMS_SIGN_NAME'],
  [{ SMS_ENDPOINT: 'https://a' }, '现在缺少 SMS_ACCESS_KEY_ID、SMS_ACCESS_KEY_SECRET'],
  [{ WECHAT_APP_SECRET: 'geheim' }, '现在缺少 WECHAT_APP_ID'],
  [{ ...WECHAT, PUBLIC_ORIGINS: '' }, '设置了 WECHAT_* 时必须设置 PUBLIC_ORIGINS'],
  [{ ...WECHAT, WECHAT_ENDPOINT: 'https://geheim@b/cgi-bin' }, 'WECHAT_ENDPOINT 应为网址'],
])('%o is refused in Chinese, without any value', (env, words) => {
  expect(() => getConfig(env)).toThrow(ConfigError)
  expect(() => getConfig(env)).toThrow(words)
  expect(() => getConfig(env)).not.toThrow('geheim')
})

const SMTP = {
  NODE_ENV: 'test',
  SMTP_HOST: 'smtp.example.cn',
  SMTP_FROM: '知策 <notice@zc.example.cn>',
  PUBLIC_ORIGINS: 'https://zc.example.cn',
}
const LOGIN = { SMTP_USER: 'notice', SMTP_PASSWORD: 'geheim-smtp' }

test('mails go encrypted unless somebody says otherwise', () => {
  expect(getConfig({ ...SMTP, ...LOGIN }).mail).toEqual({
    host: 'smtp.example.cn',
    port: 465,
    security: 'tls',
    auth: { user: 'notice', pass: 'geheim-smtp' },
    from: { name: '知策', address: 'notice@zc.example.cn' },
  })
  expect(getConfig({ ...SMTP, SMTP_PORT: '587' }).mail).toMatchObject({
    security: 'starttls',
    auth: undefined,
  })
  expect(getConfig({ ...SMTP, SMTP_PORT: '25', SMTP_SECURITY: 'none' }).mail?.security).toBe('none')
  const bare = { ...SMTP, SMTP_FROM: 'notice@zc.example.cn' }
  expect(getConfig(bare).mail?.from).toEqual({ name: '', address: 'notice@zc.example.cn' })
  expect(getConfig({}).mail).toBeUndefined()
})

test.each([
  [{ ...SMTP, SMTP_FROM: '' }, '现在缺少 SMTP_FROM'],
  [{ ...LOGIN }, '现在缺少 SMTP_HOST、SMTP_FROM'],
  [{ ...SMTP, SMTP_FROM: '知策' }, 'SMTP_FROM 应为发件人'],
  [{ ...SMTP, SMTP_FROM: 'a <a@example.cn>, b <b@example.cn>' }, 'SMTP_FROM 应为发件人'],
  [{ ...SMTP, SMTP_PORT: '0' }, 'SMTP_PORT 应为'],
  [{ ...SMTP, SMTP_SECURITY: 'ssl' }, 'SMTP_SECURITY 应为'],
  [{ ...SMTP, SMTP_PASSWORD: 'geheim' }, 'SMTP_USER、SMTP_PASSWORD 应全部设置'],
  [{ ...SMTP, ...LOGIN, SMTP_SECURITY: 'none' }, '密码会以明文发送'],
  [{ ...SMTP, PUBLIC_ORIGINS: '' }, '设置了 SMTP_* 时必须设置 PUBLIC_ORIGINS'],
])('%o sends no mail, and is told without any value', (env, words) => {
  expect(() => getConfig(env)).toThrow(words)
  expect(() => getConfig(env)).not.toThrow('geheim')
})
