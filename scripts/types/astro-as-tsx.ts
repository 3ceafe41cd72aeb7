/** What Astro's own converter makes of an .astro file, so that the compiler, which knows none, can read it. */
import { convertToTsx } from '@astrojs/astro2tsx'

/** A file that was made of (a part of) an .astro file. */
export interface Made {
  path: string
  code: string
  /** The .astro file, and what it holds. */
  source: string
  text: string
  /** What stands in both: where it begins in each, and how long it is. */
  spans: { made: number; source: number; length: number }[]
}

/** @returns the page as one file, and each of its scripts as another; @throws with what cannot be read */
export function astroAsTsx(source: string, text: string): Made[] {
  const { code, mappings, scripts, diagnostics } = convertToTsx(text, { filename: source })
  const [fault] = diagnostics
  if (fault) throw new Error(`${source}:${lineOf(text, fault.position.start).join(':')} ${fault.message}`)
  const spans = mappings.map(([made, length, from, lengthThere]) => ({
    made,
    source: from,
    length: Math.min(length, lengthThere),
  }))
  return [
    { path: `${source}.tsx`, code, source, text, spans },
    ...scripts
      .filter(({ type }) => type === 'processed-module')
      .map(({ content, position }, index) => ({
        path: `${source}.${index}.ts`,
        // A script without an import is a module, too.
        code: `${content}\nexport {}\n`,
        source,
        text,
        spans: [{ made: 0, source: position.start, length: content.length }],
      })),
  ]
}

const FAULT = /^(?<path>\S.*?)\((?<line>\d+),(?<column>\d+)\): /

/**
 * @param fault as the compiler tells it
 * @returns it, told of the .astro file; undefined when it is about what the converter added
 */
export function tellOfSource(fault: string, made: ReadonlyMap<string, Made>): string | undefined {
  const { path = '', line, column } = FAULT.exec(fault)?.groups ?? {}
  const file = made.get(path)
  if (!file) return fault
  const before = file.code.split('\n').slice(0, Number(line) - 1)
  const offset = before.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1
  const span = file.spans.find((span) => offset >= span.made && offset < span.made + span.length)
  if (!span) return undefined
  const place = lineOf(file.text, span.source + offset - span.made)
  return fault.replace(FAULT, `${file.source}(${place.join(',')}): `)
}

/** Both count from 1. */
function lineOf(text: string, offset: number): [line: number, column: number] {
  const lines = text.slice(0, offset).split('\n')
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1]
}
