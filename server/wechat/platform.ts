/**
 * The WeChat platform's two tokens: the account's access token, and the ticket that page signatures are made with.
 * Source: developers.weixin.qq.com, getStableAccessToken and JS-SDK 附录1.
 */
import * as v from 'valibot'
import { askJson, GatewayError, readAnswer } from '../http/ask-json.ts'
import type { FreshToken } from './tokens.ts'

const SERVICE = 'WeChat'

export interface WeChatSettings {
  appId: string
  appSecret: string
  /** Origin, such as `https://api.weixin.qq.com`. */
  endpoint: string
}

const text = v.pipe(v.string(), v.minLength(1))
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Comes with HTTP 200. */
const refusal = v.object({ errcode: v.pipe(v.number(), v.notValue(0)) })
const accessToken = v.object({ access_token: text, expires_in: seconds })
const ticket = v.object({ ticket: text, expires_in: seconds })

/**
 * Asking again gives the same token until its last five minutes, and never ends one that others still use.
 * @throws GatewayError
 */
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

/** Whether the platform no longer accepts an access token, for instance because somebody has forced a new one. */
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
