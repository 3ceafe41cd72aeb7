import { once, readShown } from './entries.ts'

export const providers = once(async () => (await readShown('providers')).map(({ data }) => data))
export const funds = once(async () => (await readShown('funds')).map(({ data }) => data))
export const loanProducts = once(async () => (await readShown('loans')).map(({ data }) => data))
