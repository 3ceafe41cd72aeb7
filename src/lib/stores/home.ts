/** The home page's figures and partner logos: as of the build, read anew when somebody asks or reaches for them. */
import { atom } from 'nanostores'
import { explainError } from '../api/errors.ts'
import { fetchHomeFigures, fetchPartnerLogos } from '../api/home.ts'
import type { HomeFigures, PartnerLogo } from '../contract/policies/home.ts'

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

/** Null: those of the build hold. */
export const $logos = atom<readonly PartnerLogo[] | null>(null)

/** Without an answer those of the build stay, and nothing is said: nobody misses anything. */
export async function refreshLogos(): Promise<void> {
  try {
    $logos.set(await fetchPartnerLogos())
  } catch (error) {
    console.warn(error)
  }
}
