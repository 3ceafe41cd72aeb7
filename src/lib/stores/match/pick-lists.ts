/** Names of places and industries for the pickers, loaded when one is opened. */
import { map } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { readStaticFile } from '../../api/static-file.ts'
import { INDUSTRIES_PATH, namesFile, PLACES_PATH } from '../../contract/policies/rule-files.ts'
import { makePickList, type PickList } from './pick.ts'

export type PickKind = 'region' | 'industry'

export type PickState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; list: PickList }
  | { status: 'failed'; text: string }

export const $pickLists = map<Record<PickKind, PickState>>({
  region: { status: 'idle' },
  industry: { status: 'idle' },
})

const PATHS = { region: PLACES_PATH, industry: INDUSTRIES_PATH }

export async function loadPickList(kind: PickKind): Promise<void> {
  const { status } = $pickLists.get()[kind]
  if (status === 'loading' || status === 'ready') return
  $pickLists.setKey(kind, { status: 'loading' })
  try {
    const names = await readStaticFile(PATHS[kind], namesFile)
    $pickLists.setKey(kind, { status: 'ready', list: makePickList(kind, names) })
  } catch (error) {
    $pickLists.setKey(kind, { status: 'failed', text: explainError(error) })
  }
}
