import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { brotliParams } from '../../scripts/precompress.ts'

export interface PageCost {
  bytes: number
  requests: number
  scriptFiles: number
}

export function measurePage(distDir: string, path: string): PageCost {
  const page = join(path, 'index.html')
  const html = readFileSync(join(distDir, page), 'utf8')
  const linked = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)
  const scripts = withImports(distDir, linked(/<script[^>]*\bsrc="([^"]+)"/g))
  const sheets = linked(/<link rel="stylesheet" href="([^"]+)"/g)
  const others = linked(/<(?:link rel="preload"|img(?![^>]*loading="lazy"))[^>]*\b(?:href|src)="([^"]+)"/g)
  return {
    bytes: sum([page, ...scripts, ...sheets].map((file) => bytesOf(distDir, file))),
    requests: 1 + scripts.length + sheets.length + new Set(others).size,
    scriptFiles: scripts.length,
  }
}

function bytesOf(distDir: string, file: string): number {
  const bytes = readFileSync(join(distDir, file))
  return brotliCompressSync(bytes, { params: brotliParams(bytes.length, file) }).length
}

function withImports(distDir: string, entries: readonly string[]): string[] {
  const found = new Set(entries)
  for (const address of found) {
    const text = readFileSync(join(distDir, address), 'utf8')
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
      found.add(posix.join(posix.dirname(address), target))
    }
  }
  return [...found]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
