/** Lays the pictures of three engines side by side in PICTURES, for a person to look at, and compares them. */
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { ENGINES } from './person.ts'
import { PICTURES, pictureName, SIZES, TEN_PAGES } from './ten-pages.ts'

/** Share of a picture's cells that may differ from Chromium's: other hyphens, other rounding of lines. */
const MOST = 0.15
const CELL = 16

for (const { width, height } of SIZES)
  for (const path of Object.keys(TEN_PAGES))
    test(`${path} at ${width} px`, async () => {
      const files = ENGINES.map((engine) => join(PICTURES, pictureName(path, width, engine)))
      const [first = [], ...others] = await Promise.all(files.map((file) => cells(file, width, height)))
      await sharp({ create: { width: width * 3, height, channels: 3, background: '#fff' } })
        .composite(files.map((input, place) => ({ input, left: place * width, top: 0 })))
        .png()
        .toFile(join(PICTURES, pictureName(path, width, 'all')))
      const differ = others.map(
        (other) => other.filter((cell, at) => Math.abs(cell - (first[at] ?? 0)) > 24).length / first.length,
      )
      expect(Math.max(...differ)).toBeLessThan(MOST)
    })

async function cells(file: string, width: number, height: number): Promise<number[]> {
  const size = { width: Math.round(width / CELL), height: Math.round(height / CELL) }
  return [
    ...(await sharp(file)
      .flatten()
      .greyscale()
      .resize({ ...size, fit: 'fill' })
      .raw()
      .toBuffer()),
  ]
}
