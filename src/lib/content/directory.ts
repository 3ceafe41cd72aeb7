/** Providers, funds and loan products, as the pages list them. They are all front matter, so no Markdown is rendered for them. */
import { readShown } from './entries.ts'
import { query } from './queries.ts'

export const providers = query('providers', async () =>
  (await readShown('providers')).map(({ data }) => data),
)
export const funds = query('funds', async () => (await readShown('funds')).map(({ data }) => data))
export const loanProducts = query('loans', async () => (await readShown('loans')).map(({ data }) => data))
