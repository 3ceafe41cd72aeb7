/** Titles, departments, clauses and unmodelled conditions, a hundred policies a file. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { builtWords } from '../../../../lib/content/rule-files.ts'

export const getStaticPaths = (async () =>
  (await builtWords()).map((words, file) => ({
    params: { file: String(file) },
    props: { words },
  }))) satisfies GetStaticPaths

export const GET: APIRoute = ({ props }) => Response.json(props['words'])
