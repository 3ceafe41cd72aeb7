/** The home page's figures: counted at build, read anew when somebody asks. */
import { atom } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { fetchHomeFigures } from '../api/home.ts'
import type { HomeFigures } from '../contract/home.ts'

export type FiguresState =
  | { status: 'built' }
  | { status: 'loading' }
  | { status: 'fresh'; figures: HomeFigures }
  | { status: 'failed'; text: string }

export const $figures = atom<FiguresState>({ status: 'built' })

export async function refreshFigures(): Promise<void> {
  if ($figures.get().status === 'loading') return
  $figures.set({ status: 'loading' })
  try {
    $figures.set({ status: 'fresh', figures: await fetchHomeFigures() })
  } catch (error) {
    $figures.set({ status: 'failed', text: explainError(error) })
  }
}
