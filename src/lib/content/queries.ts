/**
 * Questions to the content. What a page asked while it was made is what it depends on: as long as the answers stay the
 * same, so does the page (src/middleware.ts). All that pages show of content, and the moment of the build, is asked for
 * here; a narrow question (the documents about this one) is a page made again less often.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'

/** What names things in content. */
type Key = string | number | readonly number[]
/** Name and arguments. */
export type Question = readonly [string, ...Key[]]

const answers = new Map<string, (...keys: Key[]) => unknown>()
const remembered = new Map<string, unknown>()
const asked = new AsyncLocalStorage<Question[] | undefined>()

/** A question by its name. It is answered once in a build; `dev` answers anew, because editors are writing. */
export function query<Keys extends Key[], Answer>(
  name: string,
  answer: (...keys: Keys) => Answer,
): (...keys: Keys) => Answer {
  if (import.meta.env.DEV) return answer
  answers.set(name, answer as (...keys: Key[]) => unknown)
  return (...keys) => {
    asked.getStore()?.push([name, ...keys])
    return answerOf([name, ...keys]) as Answer
  }
}

/** What is asked for an answer is no question of the page. */
function answerOf(question: Question): unknown {
  const key = JSON.stringify(question)
  if (remembered.has(key)) return remembered.get(key)
  const [name, ...keys] = question
  const answer = answers.get(name)
  // The module that answers is not loaded: without a fingerprint the page that asked is made anew, and loads it.
  if (!answer) return Symbol(name)
  const made = asked.run(undefined, () => answer(...keys))
  remembered.set(key, made)
  return made
}

/** Runs `make` and says what it asked, each question once. */
export async function listen<Made>(
  make: () => Promise<Made>,
): Promise<{ made: Made; questions: Question[] }> {
  const questions: Question[] = []
  const made = await asked.run(questions, make)
  const once = new Map(questions.map((question) => [JSON.stringify(question), question]))
  return { made, questions: [...once.values()] }
}

/** @returns undefined where something has no fingerprint, such as a function */
export async function fingerprint(
  props: unknown,
  questions: readonly Question[],
): Promise<string | undefined> {
  const marks = [markOf(props)]
  for (const question of questions) marks.push(markOf(await answerOf(question)))
  return marks.includes(undefined) ? undefined : hash('sha256', marks.join('\n'), 'base64url')
}

const marks = new WeakMap<object, string | undefined>()

/** A short text that changes when the value does. */
function markOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (!marks.has(value)) {
    const text = textOf(value)
    marks.set(value, text === undefined ? undefined : hash('sha256', text, 'base64url'))
  }
  return marks.get(value)
}

function textOf(value: object): string | undefined {
  // An entry of a collection: the digest of all that its file says.
  if ('digest' in value && 'collection' in value && 'id' in value)
    return `${value.collection} ${value.id} ${value.digest}`
  if (value instanceof Uint8Array) return hash('sha256', value, 'base64url')
  const isList = Array.isArray(value) || value instanceof Map || value instanceof Set
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const parts = isList ? [...value] : Object.entries(value).flat()
  const texts = parts.map((part) => markOf(part))
  return texts.includes(undefined) ? undefined : `${isList ? '[' : '{'}${texts.join()}`
}
