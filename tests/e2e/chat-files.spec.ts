import sharp from 'sharp'
import { bubbles, openChat, say, shownChat } from './support/chat.ts'
import { madeUp } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const INJECTIONS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
]

test.use({ viewport: { width: 1600, height: 900 } })
// Whole stories, on machines that may be busy.
test.beforeEach(() => test.slow())

test('my files: add, remark, replace, delete after a question; those of the experts are to read', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  const mine = chat.getByRole('region', { name: '我的服务文件' })
  await mine.locator('input[type=file]').first().setInputFiles(madeUp('材料.docx', 2000))
  await expect(page.getByText('添加文件成功')).toBeVisible({ timeout: 30_000 })
  await expect(mine.getByRole('listitem')).toContainText(['材料.docx'])
  await mine.getByRole('button', { name: '备注：材料.docx' }).click()
  await mine.getByLabel('备注', { exact: true }).fill('  ')
  await expect(mine.getByRole('button', { name: '保存' })).toBeDisabled()
  await mine.getByLabel('备注', { exact: true }).fill('请先看第二页')
  // Escape of an input method ends a composition, and nothing else.
  await mine
    .getByLabel('备注', { exact: true })
    .dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await page.route('**/chat/remark/*', (route) => route.fulfill({ json: { code: 500, message: '稍后再试' } }))
  await mine.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('添加失败：稍后再试')).toBeVisible()
  await expect(mine.getByLabel('备注', { exact: true }), 'what was written stays').toHaveValue('请先看第二页')
  await page.unroute('**/chat/remark/*')
  await mine.getByRole('button', { name: '保存' }).click()
  // The row of the file, not the field: it stands there until the answer was heard.
  const remark = mine.locator('.file-row-remark')
  await expect(remark).toHaveText('请先看第二页')
  await expect(mine.getByRole('button', { name: '备注：材料.docx' })).toBeFocused()
  await mine.getByRole('button', { name: '更新：材料.docx' }).click()
  await mine.locator('.file-edit input[type=file]').setInputFiles(madeUp('材料二.pdf', 3000))
  await expect(mine.getByRole('listitem')).toContainText(['材料二.pdf'])
  await expect(remark, 'the remark stays').toHaveText('请先看第二页')
  const saved = page.waitForEvent('download')
  await mine.getByRole('button', { name: '下载：材料二.pdf' }).click()
  expect((await saved).suggestedFilename()).toBe('材料二.pdf')
  await mine.getByRole('button', { name: '删除：材料二.pdf' }).click()
  const confirm = page.getByRole('dialog', { name: '删除“材料二.pdf”？' })
  await confirm.getByRole('button', { name: '取消' }).click()
  await expect(mine.getByRole('listitem')).toHaveCount(1)
  await mine.getByRole('button', { name: '删除：材料二.pdf' }).click()
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect(mine.getByRole('listitem')).toHaveCount(0)
  await expect(mine.getByRole('button', { name: '上传文件' })).toBeFocused()
  const theirs = chat.getByRole('region', { name: '运营反馈文件' })
  await expect(theirs.getByRole('button')).toHaveCount(0)
})

test('files and pictures in the dialogue: badge, size, large view; a broken detail is an unreadable attachment', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  const input = chat.locator('.composer input[type=file]')
  await input.setInputFiles(madeUp('报表.xlsx', 2048))
  await expect(chat.getByRole('button', { name: /报表\.xlsx/ })).toContainText('2 KB', { timeout: 30_000 })
  await input.setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: PIXEL })
  await chat.getByRole('button', { name: '查看大图：执照.png' }).click()
  const large = page.getByRole('dialog', { name: '执照.png' })
  await expect(large.getByRole('img', { name: '执照.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(chat, 'Escape closed the picture only').toBeVisible()
  // From the company's documents, where it is put first.
  await chat.locator('.composer').getByRole('button', { name: '企业文件' }).click()
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  await picker
    .getByLabel('上传本地文件')
    .and(page.locator('input'))
    .setInputFiles(madeUp('审计报告.pdf', 900))
  await expect(picker.getByRole('button', { name: '文件 审计报告.pdf' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(chat.getByRole('button', { name: /审计报告\.pdf/ })).toBeVisible()
  await say(chat, '以上是材料')
  await expect.poll(async () => (await scene('dialogueOf', phone)).length).toBe(4)
  await scene('breakDetails', phone)
  await page.reload()
  const again = await shownChat(page)
  await expect(bubbles(again)).toHaveText([
    ...Array.from({ length: 3 }, () => '无法读取的附件'),
    '以上是材料',
  ])
})

test('a large picture fits the screen and stays on top when the phone is turned', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.evaluate(() => sessionStorage.setItem('chat:open', '1'))
  await page.reload()
  const chat = await shownChat(page)
  const buffer = await sharp({ create: { width: 900, height: 2400, channels: 3, background: '#bcd' } })
    .png()
    .toBuffer()
  await chat
    .locator('.composer input[type=file]')
    .setInputFiles({ name: '长图.png', mimeType: 'image/png', buffer })
  await expect(chat.getByText('发送成功')).toBeVisible({ timeout: 30_000 })
  await chat.getByRole('button', { name: '查看大图：长图.png' }).click()
  const large = page.getByRole('dialog', { name: '长图.png' })
  for (const [width, height] of [
    [375, 812],
    [812, 375],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(large.getByRole('img')).toBeInViewport({ ratio: 1 })
    const onTop = await large.evaluate(
      (dialog) => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog') === dialog,
    )
    expect(onTop, `${width} × ${height}`).toBe(true)
  }
  await large.getByRole('button', { name: '关闭' }).click()
  await say(chat, '看到了')
  await expect(bubbles(chat).last()).toHaveText('看到了')
})

test('scripts in texts, file names and remarks are shown as text, and nothing runs', async ({
  page,
  phone,
}) => {
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    return dialog.dismiss()
  })
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  for (const text of INJECTIONS) await say(chat, text)
  await expect(bubbles(chat)).toHaveText(INJECTIONS)
  await expect.poll(async () => (await scene('dialogueOf', phone)).length).toBe(INJECTIONS.length)
  await scene('reply', phone, ...INJECTIONS)
  await expect(bubbles(chat)).toHaveText([...INJECTIONS, ...INJECTIONS])
  const mine = chat.getByRole('region', { name: '我的服务文件' })
  const name = '<img src=x onerror=alert(1)>.pdf'
  await mine.locator('input[type=file]').first().setInputFiles(madeUp(name, 100))
  await expect(mine.getByText(name)).toBeVisible()
  await mine.getByRole('button', { name: `备注：${name}` }).click()
  await mine.getByLabel('备注', { exact: true }).fill(INJECTIONS[0] ?? '')
  await mine.getByRole('button', { name: '保存' }).click()
  await expect(mine.getByText(INJECTIONS[0] ?? '')).toBeVisible()
  expect(await chat.locator('script, iframe, img[onerror], svg[onload], a[href^="javascript"]').count()).toBe(
    0,
  )
  expect(dialogs).toBe(0)
})
