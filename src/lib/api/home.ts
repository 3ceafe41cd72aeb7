import { type HomeFigures, homeData } from '../contract/home.ts'
import { request } from './http.ts'

export async function fetchHomeFigures(): Promise<HomeFigures> {
  const { data } = await request(homeData, {})
  return data
}
