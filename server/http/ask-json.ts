/** One request to a service that answers in JSON. It has a time limit, no retries and no redirects. */
import * as v from 'valibot'

/** An upstream's code of a refusal; other text is not repeated, because it could contain the request. */
const CODE = /^[\w .:-]{1,80}$/

/** `refused`: the upstream declined with its own code. `unreachable`: the outcome is unknown; `code` is the failure. */
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

const TIME_LIMIT_MS = 10_000

export interface JsonAnswer {
  status: number
  body: unknown
}

/** @param service its name in errors @throws GatewayError `unreachable` without JSON in time */
export async function askJson(
  service: string,
  url: URL,
  init: RequestInit = {},
  giveUp = AbortSignal.timeout(TIME_LIMIT_MS),
): Promise<JsonAnswer> {
  const { status, text } = await ask(url, { ...init, redirect: 'error', signal: giveUp }).catch(
    (cause: unknown) => {
      throw new GatewayError('unreachable', service, giveUp.aborted ? 'timeout' : systemCode(cause), {
        cause,
      })
    },
  )
  try {
    return { status, body: JSON.parse(text) }
  } catch {
    // Without the cause, which quotes the answer.
    throw new GatewayError('unreachable', service, `HTTP ${status} without JSON`)
  }
}

/** @throws GatewayError `unreachable` when the answer is a fault or has another shape */
export function readAnswer<S extends v.GenericSchema>(
  service: string,
  schema: S,
  { status, body }: JsonAnswer,
): v.InferOutput<S> {
  const result = v.safeParse(schema, body)
  if (status === 200 && result.success) return result.output
  throw new GatewayError('unreachable', service, `HTTP ${status} with an unknown answer`)
}

async function ask(url: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text() }
}

function systemCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code ?? 'network'
}
