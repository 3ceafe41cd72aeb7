/** What goes wrong with a service that the portal calls (SMS, STS, WeChat). */

/** What an upstream calls a refusal; anything else is not repeated, for it could hold what it was sent. */
const CODE = /^[\w .:-]{1,80}$/

/**
 * `refused`: the upstream understood and did not do it; `code` is its own, such as `isv.BUSINESS_LIMIT_CONTROL`.
 * `unreachable`: no usable answer came, so that nobody knows whether it was done; `code` says how it failed, such as
 * `timeout`, `ECONNREFUSED` or `HTTP 502`. The message goes to logs: it holds service and code, nothing else.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly kind: 'unreachable' | 'refused'
  readonly code: string

  constructor(kind: GatewayError['kind'], service: string, code: string, options?: { cause: unknown }) {
    const shown = CODE.test(code) ? code : 'unknown'
    super(`${service} ${kind}: ${shown}`, options)
    this.kind = kind
    this.code = shown
  }
}
