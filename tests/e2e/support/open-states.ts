/** Walks that open every island in each of its states, for the tests of accessibility. A walk calls `see` with a name for each. */
import type { Page } from 'playwright/test'
import { openChatByCard, say } from './chat.ts'
import type { Company } from './company.ts'
import { openDesk } from './desk.ts'
import { choose, chooser, fileTile, madeUp, openDocuments, openNewFolder, uploadFile } from './documents.ts'
import { expect, openLogin } from './portal.ts'
import { scene } from './scene.ts'

export type See = (name: string) => Promise<void>

interface Walk {
  page: Page
  see: See
  phone: string
}

interface DeskWalk extends Walk {
  company: Company
  operator: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog:modal, [popover]:popover-open:not(.toast)')).toHaveCount(0)
}

/** Parts of every page: login, region, reading aid, service card. */
export async function walkShell({ page, see }: Walk): Promise<void> {
  await page.goto('/')
  await openLogin(page)
  await page.getByRole('dialog').getByRole('button', { name: '登录' }).click()
  await see('login, refused')
  await close(page)
  await button(page, /所在地区：\s?全国/).click()
  await expect(page.getByLabel('省（区、市）')).toBeVisible()
  await page.getByLabel('省（区、市）').selectOption('440000')
  await see('choice of region')
  await close(page)
  await button(page, '字号和配色').click()
  await see('reading aid')
  await close(page)
  await page.locator('#KF').click()
  await see('service card')
  await close(page)
}

/** Lists and the search, with their dialogs. */
export async function walkLists({ page, see }: Walk): Promise<void> {
  await page.goto('/pmanagementlist?support=奖补')
  const more = button(page, '筛选')
  if (await more.isVisible()) await more.click()
  await see('filters')
  await button(page, '订阅这个条件').click()
  await expect(page.getByRole('dialog', { name: '订阅这个条件' }).getByLabel('订阅地址')).toBeVisible()
  await see('subscription')
  await close(page)
  await page.goto('/pmanagementlist?view=calendar')
  await button(page, '按月看').click()
  await expect(page.locator('[data-calendar]').getByRole('table')).toBeVisible()
  await see('calendar by month')
  await page.goto('/reviewlist?q=没有这样的政策')
  await expect(page.getByText('没有符合条件的内容。')).toBeVisible()
  await see('list without a hit')
  await page.goto('/search?q=高新技木企业')
  await page.locator('.row-result').first().waitFor()
  await see('search for a misspelt word')
  await page.goto('/search?q=火星矿业补贴')
  await expect(page.getByText(/没有找到/)).toBeVisible()
  await see('search without a hit')
  await page.goto('/compare?ids=2')
  await page.getByLabel('添加政策').fill('60分以上')
  await expect(button(page, '科技型中小企业评价')).toBeVisible()
  await see('policy to compare with')
}

/** Documents, the picker and the bell of a logged-in person. */
export async function walkDocuments({ page, see, phone }: Walk): Promise<void> {
  await page.goto('/documents')
  await openDocuments(page)
  await see('documents, empty')
  await button(page, '新建文件夹').click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await see('new folder, refused')
  await close(page)
  await openNewFolder(page, '材料')
  for (const name of ['甲.pdf', '乙.docx']) await uploadFile(page, { name, bytes: 100 })
  await scene('addFolders', phone, '材料', ['合同'])
  // The folder is in the address.
  await page.reload()
  await expect(fileTile(page, '甲.pdf')).toBeVisible()
  await see('folder')
  await button(page, '操作：甲.pdf').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await see('menu of a file')
  await close(page)
  for (const action of ['重命名', '设置有效期', '移动到…', '删除']) {
    await choose(page, '甲.pdf', action)
    await expect(page.getByRole('dialog')).toBeVisible()
    await see(action)
    await close(page)
  }
  await fileTile(page, '甲.pdf').focus()
  await page.keyboard.press('Control+A')
  await see('all files chosen')
  await page.keyboard.press('Escape')
  await chooser(page, '批量上传').setInputFiles([madeUp('甲.pdf', 20), madeUp('丙.pdf', 0)])
  await expect(page.getByRole('dialog', { name: '已有同名文件' })).toBeVisible()
  await see('same name')
  await page.getByRole('dialog').getByRole('button', { name: '两个都保留' }).click()
  await expect(fileTile(page, '甲 (1).pdf')).toBeVisible()
  await button(page, '改为列表').click()
  await see('list of files and uploads')
  await button(page, '改为网格').click()
  await scene('fillRoom', phone, 1024 ** 3)
  await page.reload()
  await expect(page.getByText('1 GB/1 GB')).toBeVisible()
  await page.getByRole('button', { name: '上传文件', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /空间不足/ })).toBeVisible()
  await see('no room')
  await scene('fillRoom', phone, 0)
  await page.goto('/pmanagement/2')
  await button(page, '用企业文件备齐材料').click()
  await button(page, /选择文件$/)
    .first()
    .click()
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  await picker.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '材料' }).click()
  await picker.getByRole('button', { name: '文件 甲.pdf' }).click()
  await see('picker')
}

/** A company's own pages: bell, menu, lists, an application with its consultation, chat, account, level. */
export async function walkCompany({ page, see, phone }: Walk): Promise<void> {
  await page.goto('/')
  await scene('addMessages', phone, 2)
  await page.reload()
  await button(page, /^消息，\d+ 条未读/).click()
  await expect(page.getByRole('dialog', { name: '消息' }).getByRole('link').first()).toBeVisible()
  await see('bell')
  await close(page)
  await button(page, '我的').click()
  await see('menu')
  await close(page)
  await page.goto('/pmanagement/2')
  await button(page, /^关注/).first().click()
  for (const list of [2, 3, 4]) {
    await page.goto(`/mylist/${list}`)
    await expect(page.getByText('正在加载…')).toHaveCount(0)
    await see(`list ${list} of mine`)
  }
  await scene('addOrders', phone, 2)
  await page.goto('/mylist/1')
  await expect(page.locator('.order-row a').first()).toBeVisible()
  await see('applications')
  await page.locator('.order-row a').first().click()
  const talk = page.getByRole('region', { name: '这份申报的咨询' })
  await say(talk, '请问受理了吗')
  await expect(talk.getByText('发送中…')).toHaveCount(0)
  await talk.getByRole('button', { name: '新话题' }).click()
  await see('application with its consultation')
  await button(page, /^撤回/).click()
  await see('withdrawal')
  await close(page)
  await scene('reply', phone, '您好')
  const chat = await openChatByCard(page)
  await chat.getByLabel('消息内容').fill('一')
  await chat.getByRole('button', { name: '发送', exact: true }).click()
  await expect(chat.getByText('发送中…')).toHaveCount(0)
  await see('chat')
  for (const view of ['文件', '全部']) {
    const tab = chat.getByRole('button', { name: new RegExp(`^${view}`) }).first()
    if (await tab.isVisible()) await tab.click()
    await see(`chat: ${view}`)
  }
  await chat.getByRole('button', { name: '关闭' }).click()
  await page.goto('/account')
  await expect(page.getByRole('form', { name: '企业档案' })).toBeVisible()
  await see('account')
  const section = (name: string) =>
    page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name }).click()
  await section('同事')
  await page.getByRole('region', { name: '同事' }).getByRole('button', { name: '生成邀请码' }).click()
  await expect(page.locator('.code-text')).toBeVisible()
  await see('colleagues')
  await section('企业数据')
  await button(page, '申请注销企业').click()
  await see('end of the company')
  await close(page)
  await section('登录设备')
  await button(page, '退出所有设备').click()
  await see('question before a logout')
  await close(page)
  await scene('forgetProofs', phone)
  await page.reload()
  await section('同事')
  await page.getByRole('region', { name: '同事' }).getByRole('button', { name: '生成邀请码' }).click()
  await expect(page.getByRole('dialog', { name: '验证身份' })).toBeVisible()
  await see('proof')
  await page.goto('/grade')
  await button(page, '申请专业版').click()
  await page.getByRole('dialog').getByRole('button', { name: '提交申请' }).click()
  await see('higher level, refused')
}

/** The operators' desk, with the dialogs of its sections. */
export async function walkDesk({ page, see, phone, company, operator }: DeskWalk): Promise<void> {
  await company.say('您好，想了解高企认定')
  const order = await company.declare(2)
  await company.report(`第十七条写错了 ${phone}`)
  await openDesk(page, `/operator/conversations?q=${phone}`, operator)
  const dialog = page.getByRole('dialog')
  await page.getByRole('list', { name: '咨询' }).getByRole('button').click()
  await expect(page.getByRole('log')).toContainText('高企认定')
  await button(page, '由我负责').click()
  await button(page, '转交…').click()
  await dialog.getByLabel('转交给').click()
  await expect(dialog.getByRole('listbox')).toHaveCount(1)
  await see('whom to hand over to')
  await dialog.getByRole('button', { name: '取消' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('textbox', { name: '回复内容' }).press('/')
  await expect(dialog).toBeVisible()
  await see('quick replies')
  await button(page, '管理快捷回复').click()
  const replies = page.getByRole('dialog', { name: '管理快捷回复' })
  await replies.getByRole('button', { name: '添加一条' }).click()
  await see('quick reply to add')
  await page.goto(`/operator/orders?id=${order}`)
  await dialog.getByRole('button', { name: '受理' }).click()
  await dialog.getByRole('button', { name: '要求补充' }).click()
  await page
    .getByRole('dialog', { name: /^要求补充/ })
    .getByRole('button', { name: '要求补充' })
    .click()
  await see('what is asked for, refused')
  await page.goto('/operator/corrections?state=open')
  await page.getByRole('row').filter({ hasText: phone }).getByRole('button', { name: '答复' }).click()
  await see('answer to a correction')
  await page.goto('/operator/messages')
  await page.getByRole('radio', { name: '关注某项政策的企业' }).check()
  await page.getByRole('combobox', { name: '政策' }).click()
  await expect(page.getByRole('listbox', { name: '政策' })).toHaveCount(1)
  await see('policy of a message')
  await page.goto(`/operator/companies?id=${company.id}`)
  await expect(page.getByText('操作记录').first()).toBeVisible()
  await see('company')
  await page.goto('/operator/experts')
  await button(page, '新增专家').click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await see('expert, refused')
  await page.goto('/operator/operators')
  await button(page, '设置身份验证器').first().click()
  await expect(dialog.getByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
  await see('authenticator')
}
