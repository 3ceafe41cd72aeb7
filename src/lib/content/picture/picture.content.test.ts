import { expect, test } from 'vitest'
import { layOut } from './layout.ts'
import { badBreaks, checkImage, checkLines } from './testing/measure.ts'
import { shippedPictures } from './testing/shipped.ts'

test.each(await shippedPictures('https://zhice.example/pmanagement/1'))(
  'the picture of policy $name is whole, readable and small',
  async ({ picture }) => {
    checkLines(picture)
    expect(badBreaks(layOut(picture))).toEqual([])
    await checkImage(picture)
  },
)
