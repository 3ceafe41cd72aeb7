/** Providers, funds and loan products, as the pages list them. They are all front matter, so no Markdown is rendered for them. */
import { CONTENT_DIR } from 'astro:env/server'
import { readCollection } from './check/library.ts'
import { isShown } from './entries.ts'
import { formatProblem } from './load/yaml-fields.ts'
import { query } from './queries.ts'

async function read<Name extends 'providers' | 'funds' | 'loans'>(name: Name) {
  const { entries, problems } = await readCollection(CONTENT_DIR, name)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return entries.filter(isShown).map(({ data }) => data)
}

export const providers = query('providers', () => read('providers'))
export const funds = query('funds', () => read('funds'))
export const loanProducts = query('loans', () => read('loans'))
