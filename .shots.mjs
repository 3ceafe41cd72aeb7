import { chromium } from 'playwright'

const base = process.env.BASE ?? 'http://localhost:4400'
const [, , list, widths = '375,1600', full = '0'] = process.argv
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
for (const width of widths.split(',').map(Number)) {
  const ctx = await browser.newContext({
    viewport: { width, height: width < 500 ? 812 : 900 },
    locale: 'zh-CN',
  })
  const page = await ctx.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(width, 'console:', m.text()))
  page.on('pageerror', (e) => console.log(width, 'pageerror:', e.message))
  for (const path of list.split(',')) {
    await page.goto(base + path, { waitUntil: 'networkidle' })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) console.log(width, path, 'overflow', over)
    const file = `/tmp/shots/${path.replace(/[^a-z0-9]+/gi, '_') || 'home'}-${width}.png`
    await page.screenshot({ path: file, fullPage: full === '1' })
  }
  await ctx.close()
}
await browser.close()
