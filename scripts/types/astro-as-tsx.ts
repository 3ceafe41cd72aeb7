/** Converts .astro files by Astro's own converter, so that the TypeScript compiler can read them. */
import { convertToTsx } from '@astrojs/astro2tsx'

export interface Made {
  path: string
  code: string
  source: string
  text: string
  /** Passages that both share: their start in each, and their length. */
  spans: { made: number; source: number; length: number }[]
}

/** @returns the page as one file, and each of its scripts as another; @throws with the text that it cannot read */
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
        // Makes a script without imports a module.
        code: `${content}\nexport {}\n`,
        source,
        text,
        spans: [{ made: 0, source: position.start, length: content.length }],
      })),
  ]
}

const FAULT = /^(?<path>\S.*?)\((?<line>\d+),(?<column>\d+)\): /

/**
 * @param fault the compiler's message
 * @returns the message with the place in the .astro file; undefined when it concerns code that the converter added
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

function lineOf(text: string, offset: number): [line: number, column: number] {
  const lines = text.slice(0, offset).split('\n')
  return [lines.length, (lines.at(-1)?.length ?? 0) + 1]
}
