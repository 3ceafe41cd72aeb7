/** The part of XMLHttpRequest that uploads use, on Node's own client. */
import { type ClientRequest, request } from 'node:http'

const CHUNK_BYTES = 64 * 1024

export class NodeXhr {
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  status = 0
  responseText = ''
  #method = ''
  #url = ''
  #sent: Record<string, string> = {}
  #answered: NodeJS.Dict<string | string[]> = {}
  #request: ClientRequest | undefined
  #isOver = false

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#sent[name] = value
  }

  getResponseHeader(name: string): string | null {
    return this.#answered[name]?.toString() ?? null
  }

  abort(): void {
    this.#request?.destroy()
    this.#end(this.onabort)
  }

  send(body: Blob): void {
    const headers = { ...this.#sent, 'content-length': body.size }
    const sending = request(this.#url, { method: this.#method, headers, agent: false }, (answer) => {
      this.status = answer.statusCode ?? 0
      this.#answered = answer.headers
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        this.responseText += text
      })
      answer.on('end', () => this.#end(this.onload))
      answer.on('error', () => this.#end(this.onerror))
    })
    this.#request = sending
    sending.on('error', () => this.#end(this.onerror))
    this.#write(sending, body).catch(() => this.#end(this.onerror))
  }

  async #write(sending: ClientRequest, body: Blob): Promise<void> {
    for (let start = 0; start < body.size && !this.#isOver; start += CHUNK_BYTES) {
      const chunk = Buffer.from(await body.slice(start, start + CHUNK_BYTES).arrayBuffer())
      await new Promise<void>((resolve, reject) =>
        sending.write(chunk, (error) => (error ? reject(error) : resolve())),
      )
      if (!this.#isOver) this.upload.onprogress?.({ loaded: start + chunk.length })
    }
    sending.end()
  }

  #end(tell: (() => void) | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    tell?.()
    this.onloadend?.()
  }
}
