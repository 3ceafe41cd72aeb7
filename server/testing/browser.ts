/** Sends requests as a browser does: with cookies and its origin. */
import type { App } from '../http/types.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #app: App
  readonly #origin: string

  constructor(app: App, origin = 'http://portal.test') {
    this.#app = app
    this.#origin = origin
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers })
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    return this.send('POST', path, { ...json, headers: { 'content-type': 'application/json', ...headers } })
  }

  put(path: string, body: unknown = {}): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return this.send('PUT', path, { body: JSON.stringify(body), headers })
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path, {})
  }

  /** An empty header value takes the browser's own header out. */
  async send(method: string, path: string, init: Omit<RequestInit, 'method'>): Promise<Answer> {
    const headers = new Headers({ 'sec-fetch-site': 'same-origin' })
    for (const [name, value] of new Headers(init.headers)) {
      if (value === '') headers.delete(name)
      else headers.set(name, value)
    }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) headers.set('cookie', cookie)
    const response = await this.#app.request(this.#origin + path, { ...init, method, headers })
    this.#keepCookies(response)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}
