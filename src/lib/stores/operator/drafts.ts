/** What an operator is writing: kept in this tab, for nobody but him, until it is sent or he logs out. */
import { keepText, readKeptText } from '../../browser/kept-text.ts'
import { $desk } from './desk.ts'

/** @param name of the field, such as `reply:12` */
export function readDraft(name: string): string {
  const key = keyOf(name)
  return key === undefined ? '' : readKeptText(key)
}

/** Empty text: there is none any more. */
export function keepDraft(name: string, text: string): void {
  const key = keyOf(name)
  if (key !== undefined) keepText(key, text)
}

/** All of them begin alike, so that the logout finds them: see browser/forget-person.ts. */
function keyOf(name: string): string | undefined {
  const desk = $desk.get()
  return desk.status === 'operator' ? `operator:${desk.id}:${name}` : undefined
}
