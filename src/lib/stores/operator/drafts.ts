/** What an operator is writing: kept in this tab, for nobody but him, until it is sent or he logs out. */
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { $desk } from './desk.ts'

const keptTexts = kept('operator', v.string())

/** @param name of the field, such as `reply:12` */
export function readDraft(name: string): string {
  const desk = $desk.get()
  return desk.status === 'operator' ? (keptTexts.read(desk.id, name) ?? '') : ''
}

/** Empty text: there is none any more. */
export function keepDraft(name: string, text: string): void {
  const desk = $desk.get()
  if (desk.status !== 'operator') return
  if (text === '') keptTexts.drop(desk.id, name)
  else keptTexts.keep(text, desk.id, name)
}
