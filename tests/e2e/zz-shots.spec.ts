import sharp from 'sharp'
import { addHistory, openChat, reply, say, shownChat } from './support/chat.ts'
import { expect, logIn, test } from './support/portal.ts'

test.use({ viewport: { width: 1600, height: 900 }, expectedErrors: /./ })
const shot = (page: any, name: string) => page.screenshot({ path: `/tmp/shots/w8c/${name}.png` })

test('shots', async ({ page, phone, context }) => {
  test.setTimeout(120_000)
  await page.goto('/pmanagement/2')
  await logIn(page, phone)
  await shot(page, '00-policy')
  await page.getByRole('main').getByRole('button', { name: '专家咨询' }).click()
  const chat = await shownChat(page)
  await shot(page, '01-empty')
  await chat.getByRole('button', { name: '发送', exact: true }).click()
  await shot(page, '02-empty-text')
  await say(
    chat,
    '您好，我们是一家做工业软件的小微企业，想了解研发费用补贴怎么申报。\n另外还想问一下材料准备多久合适？',
  )
  reply(
    phone,
    '您好，请问贵公司去年的研发费用大约是多少？有没有做过研发费用加计扣除？',
    '可以先把审计报告发过来，我帮您看一下。',
  )
  await expect(chat.locator('.bubble')).toHaveCount(3)
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7fb3a8' } })
    .png()
    .toBuffer()
  const input = chat.locator('.composer input[type=file]')
  await input.setInputFiles({
    name: '2025年度研发费用专项审计报告（示例）.docx',
    mimeType: 'application/msword',
    buffer: Buffer.alloc(345678, 1),
  })
  await expect(chat.locator('.bubble-file')).toHaveCount(1)
  await input.setInputFiles({ name: '营业执照.png', mimeType: 'image/png', buffer: png })
  await expect(chat.locator('.bubble-picture img')).toHaveCount(1)
  for (const [name, size] of [
    ['财务报表.xlsx', 120000],
    ['项目介绍.pptx', 2200000],
    ['情况说明.pdf', 88000],
  ] as const) {
    await chat
      .locator('.file-panes input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'x/y', buffer: Buffer.alloc(size, 2) })
    await expect(chat.locator('.file-row-name', { hasText: name })).toHaveCount(1)
  }
  await chat.getByRole('button', { name: '备注：项目介绍.pptx' }).click()
  await chat.getByLabel('备注', { exact: true }).fill('第 3 页的数字还要更新，请先看前两部分')
  await shot(page, '03-remark')
  await chat.getByRole('button', { name: '保存' }).click()
  await page.waitForTimeout(2500)
  await shot(page, '04-full')
  await chat.getByRole('button', { name: '删除：情况说明.pdf' }).click()
  await shot(page, '05-delete')
  await page.keyboard.press('Escape')
  await chat.locator('.bubble-picture').click()
  await page.waitForTimeout(800)
  await shot(page, '06-picture')
  await page.keyboard.press('Escape')
  await chat.locator('.composer').getByRole('button', { name: '企业文件' }).click()
  await page.waitForTimeout(1500)
  await shot(page, '07-picker')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await say(chat, '这一条是离线时写的')
  await page.waitForTimeout(6000)
  await shot(page, '08-offline')
  await context.setOffline(false)
  await page.waitForTimeout(3000)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.waitForTimeout(800)
  await shot(page, '10-phone')
  await chat.getByRole('button', { name: '文件', exact: true }).click()
  await page.waitForTimeout(500)
  await shot(page, '11-phone-files')
  await chat.getByRole('button', { name: '对话', exact: true }).click()
  addHistory(phone, 30)
  await page.waitForTimeout(6000)
  await chat.getByRole('log').evaluate((e) => {
    e.scrollTop = 400
  })
  await page.waitForTimeout(400)
  reply(phone, '新消息一', '新消息二')
  await page.waitForTimeout(6000)
  await shot(page, '12-phone-new')
  await chat.getByRole('button', { name: '关闭' }).click()
  reply(phone, '关闭以后的消息')
  await page.reload()
  await page.waitForTimeout(2500)
  await shot(page, '13-phone-unread')
  await page.locator('#KF').click()
  await page.waitForTimeout(500)
  await shot(page, '14-phone-card')
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.waitForTimeout(500)
  await shot(page, '15-unread')
})
