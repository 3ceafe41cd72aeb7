/** The home page's figures and partner logos: built values, updated on demand. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { type HomeFigures, homeData, homeLogos, type PartnerLogo } from '../contract/policies/home.ts'

type FiguresState =
  | { status: 'built' }
  | { status: 'loading' }
  | { status: 'fresh'; figures: HomeFigures }
  | { status: 'failed'; text: string }

export const $figures = atom<FiguresState>({ status: 'built' })

export async function refreshFigures(): Promise<void> {
  if ($figures.get().status === 'loading') return
  $figures.set({ status: 'loading' })
  try {
    const { data } = await ask(homeData, {})
    $figures.set({ status: 'fresh', figures: data })
  } catch (error) {
    $figures.set({ status: 'failed', text: explainError(error) })
  }
}

export const $logos = atom<readonly PartnerLogo[] | null>(null)

export async function refreshLogos(): Promise<void> {
  try {
    $logos.set((await ask(homeLogos, {})).data)
  } catch (error) {
    console.warn(error)
  }
}
