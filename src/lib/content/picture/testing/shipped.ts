import { nameOf } from '../../../rules/text/titles.ts'
import { compileRates } from '../../../rules/worth/compile.ts'
import { readCollection } from '../../check/library.ts'
import { readExclusions, rivalsOf } from '../../exclusions.ts'
import { readRates } from '../../rates.ts'
import { pictureOf } from '../picture.ts'

/** All that are shipped, each with what it rests on and what it excludes. */
export async function shippedPictures(address: string) {
  const { entries } = await readCollection('src/content', 'interpretations')
  const { entries: originals } = await readCollection('src/content', 'originals')
  const { exclusions } = await readExclusions('src/content')
  const rates = compileRates((await readRates('src/content')).rates)
  return entries.map(({ data }) => {
    const ids = [data.policy, ...data.originals]
    const bases = ids.flatMap((id) => originals.flatMap((each) => (each.data.id === id ? [each.data] : [])))
    const rivals = rivalsOf(exclusions, data.id).flatMap(({ id, reason }) =>
      entries.flatMap((each) => (each.data.id === id ? [{ title: nameOf(each.data), reason }] : [])),
    )
    const picture = pictureOf({ data, bases, rivals, rates, address })
    return { name: `${data.id}`, support: data.support, picture }
  })
}
