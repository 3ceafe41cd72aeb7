/** The WeChat platform's access token and ticket: developers.weixin.qq.com, getStableAccessToken and JS-SDK 附录1. */
import * as v from 'valibot'
import { askJson, GatewayError, readAnswer } from '../http/ask-json.ts'
import type { FreshToken } from './tokens.ts'

const SERVICE = 'WeChat'

export interface WeChatSettings {
  appId: string
  appSecret: string
  /** Of a template message with the fields `thing1` and `time2`; undefined for no messages in WeChat. */
  templateId?: string | undefined
  endpoint: string
}

const text = v.pipe(v.string(), v.minLength(1))
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1))

const refusal = v.object({ errcode: v.pipe(v.number(), v.notValue(0)) })
const accessToken = v.object({ access_token: text, expires_in: seconds })
const ticket = v.object({ ticket: text, expires_in: seconds })

/** Returns the same token until its last five minutes, and never ends one that others use. @throws GatewayError */
export async function fetchAccessToken(
  { appId, appSecret, endpoint }: WeChatSettings,
  nowMs: number,
): Promise<FreshToken> {
  const answer = await ask(new URL('/cgi-bin/stable_token', endpoint), accessToken, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credential', appid: appId, secret: appSecret }),
  })
  return { value: answer.access_token, expiresAtMs: nowMs + answer.expires_in * 1000 }
}

/** @throws GatewayError, see `isTokenRefused` */
export async function fetchTicket(
  { endpoint }: WeChatSettings,
  token: string,
  nowMs: number,
): Promise<FreshToken> {
  const url = new URL('/cgi-bin/ticket/getticket', endpoint)
  url.search = new URLSearchParams({ access_token: token, type: 'jsapi' }).toString()
  const answer = await ask(url, ticket)
  return { value: answer.ticket, expiresAtMs: nowMs + answer.expires_in * 1000 }
}

const openidAnswer = v.object({ openid: v.pipe(text, v.regex(/^[\w-]{1,64}$/)) })

/** Returns the id of a person who has agreed in WeChat (网页授权, snsapi_base). @param code from WeChat, valid once */
export async function fetchOpenid(
  { appId, appSecret, endpoint }: WeChatSettings,
  code: string,
): Promise<string> {
  const url = new URL('/sns/oauth2/access_token', endpoint)
  const fields = { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' }
  url.search = new URLSearchParams(fields).toString()
  return (await ask(url, openidAnswer)).openid
}

export interface TemplateMessage {
  openid: string
  words: string
  time: string
  url: string
}

/** Source: developers.weixin.qq.com, 发送模板消息. @throws GatewayError, see `isTokenRefused` */
export async function sendTemplate(
  { endpoint, templateId }: WeChatSettings,
  token: string,
  { openid, words, time, url: page }: TemplateMessage,
): Promise<void> {
  const url = new URL('/cgi-bin/message/template/send', endpoint)
  url.search = new URLSearchParams({ access_token: token }).toString()
  await ask(url, v.object({ errcode: v.literal(0) }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      touser: openid,
      template_id: templateId,
      url: page,
      data: { thing1: { value: words }, time2: { value: time } },
    }),
  })
}

/** Whether the person no longer follows the account, or does not exist. */
export function isPersonRefused(error: unknown): boolean {
  return error instanceof GatewayError && ['40003', '43004', '43101'].includes(error.code)
}

/** Whether the platform no longer accepts an access token, for instance because a forced new one replaced it. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof GatewayError && ['40001', '40014', '42001'].includes(error.code)
}

async function ask<S extends v.GenericSchema>(
  url: URL,
  schema: S,
  init?: RequestInit,
): Promise<v.InferOutput<S>> {
  const answer = await askJson(SERVICE, url, init)
  if (v.is(refusal, answer.body)) throw new GatewayError('refused', SERVICE, String(answer.body.errcode))
  return readAnswer(SERVICE, schema, answer)
}
