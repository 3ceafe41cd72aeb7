/** One file as an answer: type, encoding, caching, and nothing at all when the browser has it already. */

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { type FoundFile, statFile } from './find-file.ts'

/** What the build compressed stands beside the file. */
const SIBLING = { encoding: 'br', suffix: '.br' }

/** The smallest form of a file that the browser accepts, by its Accept-Encoding. */
async function chooseEncoding(
  file: FoundFile,
  acceptEncoding: string | undefined,
): Promise<{ file: FoundFile; encoding?: string }> {
  if (!acceptedEncodings(acceptEncoding ?? '').has(SIBLING.encoding)) return { file }
  const sibling = await statFile(file.path + SIBLING.suffix)
  return sibling ? { file: sibling, encoding: SIBLING.encoding } : { file }
}

function acceptedEncodings(header: string): Set<string> {
  const entries = header.split(',').map((entry) => entry.toLowerCase().split(';'))
  return new Set(entries.filter(([, q]) => !isZero(q)).map(([name = '']) => name.trim()))
}

function isZero(quality: string | undefined): boolean {
  return /^\s*q\s*=\s*0(\.0*)?\s*$/.test(quality ?? '')
}

/** Names below it carry a hash of their content (astro.config `build.assets`). */
const HASHED_ASSETS = '/frontend/assets/'

/** Pages and scripts are read in one go, which is faster; attachments flow through. */
const READ_AT_ONCE_BYTES = 512 * 1024

/** @param status 200 for the file that was asked for, 404 for the page that says it is missing */
export async function sendFile(context: Context, original: FoundFile, status: 200 | 404): Promise<Response> {
  const { file, encoding } = await chooseEncoding(original, context.req.header('accept-encoding'))
  const etag = `W/"${file.size.toString(36)}-${Math.round(file.modifiedMs).toString(36)}"`
  const range = encoding || status !== 200 ? undefined : rangeOf(context.req.header('range'), file.size)
  const headers = new Headers({
    Vary: 'Accept-Encoding',
    'Cache-Control': cacheControl(context.req.path, status),
  })
  if (status === 200) headers.set('ETag', etag)
  if (status === 200 && isKnown(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers.set('Content-Type', getMimeType(original.path) ?? 'application/octet-stream')
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.size))
  if (encoding) headers.set('Content-Encoding', encoding)
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  const body = context.req.method === 'HEAD' ? null : await readBody(file, range)
  return new Response(body, { status: range ? 206 : status, headers })
}

interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/** One range with a start, as the search asks for it; to others the whole file is an answer, too. */
function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const asked = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!asked) return undefined
  const start = Number(asked[1])
  const end = Math.min(asked[2] ? Number(asked[2]) : size, size - 1)
  return start <= end ? { start, end } : undefined
}

async function readBody({ path, size }: FoundFile, range: ByteRange | undefined): Promise<BodyInit> {
  if (range) return Readable.toWeb(createReadStream(path, range)) as ReadableStream
  if (size <= READ_AT_ONCE_BYTES) return readFile(path) as Promise<Buffer<ArrayBuffer>>
  return Readable.toWeb(createReadStream(path)) as ReadableStream
}

function cacheControl(path: string, status: 200 | 404): string {
  const immutable = status === 200 && path.startsWith(HASHED_ASSETS)
  return immutable ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const weak = (tag: string) => tag.trim().replace(/^W\//, '')
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || weak(tag) === weak(etag))
}
