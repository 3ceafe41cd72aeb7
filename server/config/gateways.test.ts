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

test('the problems of both groups are named at once', () => {
  const read = () => getConfig({ SMS_SIGN_NAME: '知策', WECHAT_APP_ID: 'wx-test' })
  expect(read).toThrow('SMS_TEMPLATE_CODE')
  expect(read).toThrow('WECHAT_APP_SECRET')
})
