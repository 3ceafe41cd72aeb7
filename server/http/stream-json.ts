import { CODES } from '../../src/lib/contract/envelope.ts'
import { describeError } from '../log.ts'
import { answerHeaders, JSON_TYPE } from './answer.ts'
import type { AppContext } from './types.ts'

export type Part =
  | readonly [name: string, value: unknown]
  | readonly [name: string, pages: AsyncIterable<unknown[]>]

/** Answers with the parts in order, as a download. A fault breaks the connection off: the truncated text is no JSON. */
export function streamJson(context: AppContext, filename: string, parts: readonly Part[]): Response {
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Disposition': `attachment; filename="${filename}"`,
  }
  return streamFile(context, headers, write(parts))
}

export function streamFile(
  context: AppContext,
  headers: Record<string, string>,
  chunks: AsyncGenerator<string, undefined>,
): Response {
  const { log } = context.get('services')
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new TextEncoder().encode(value))
      } catch (error) {
        log({ level: 'error', event: 'stream-failed', path: context.req.path, ...describeError(error) })
        controller.error(error)
      }
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  return new Response(body, { headers: answerHeaders(context, headers) })
}

async function* write(parts: readonly Part[]): AsyncGenerator<string, undefined> {
  yield `{"code":${CODES.ok}`
  for (const [name, value] of parts) {
    yield `,\n${JSON.stringify(name)}:`
    if (isPages(value)) yield* writeList(value)
    else yield JSON.stringify(value)
  }
  yield '}\n'
}

async function* writeList(pages: AsyncIterable<unknown[]>): AsyncGenerator<string, undefined> {
  let separator = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}

function isPages(value: unknown): value is AsyncIterable<unknown[]> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
