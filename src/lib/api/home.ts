import { type HomeFigures, homeData, homeLogos, type PartnerLogo } from '../contract/policies/home.ts'
import { ask } from './ask.ts'

export async function fetchHomeFigures(): Promise<HomeFigures> {
  const { data } = await ask(homeData, {})
  return data
}

export async function fetchPartnerLogos(): Promise<PartnerLogo[]> {
  const { data } = await ask(homeLogos, {})
  return data
}
