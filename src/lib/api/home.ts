import { type HomeFigures, homeData, homeLogos, type PartnerLogo } from '../contract/home.ts'
import { request } from './http.ts'

export async function fetchHomeFigures(): Promise<HomeFigures> {
  const { data } = await request(homeData, {})
  return data
}

export async function fetchPartnerLogos(): Promise<PartnerLogo[]> {
  const { data } = await request(homeLogos, {})
  return data
}
