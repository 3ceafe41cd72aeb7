import { Window } from 'happy-dom'
import { describe, expect, test, vi } from 'vitest'
import { parseMarkdownFile } from '../../../lib/content/load/markdown-file.ts'
import { cleanHtml, cleanText } from './paste.ts'

vi.stubGlobal('DOMParser', new Window().DOMParser)

/** Clips as the programs write them, with the Markdown that the portal keeps. */
const CLIPS: [name: string, clip: string, markdown: string][] = [
  [
    'Word: a table with its styles, a head of two rows and a cell over two rows',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {mso-style-unhide:no;} --></style></head><body lang=ZH-CN style='tab-interval:21.0pt'>
<!--StartFragment-->
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0'><td width=100 rowspan=2 style='border:solid windowtext 1.0pt'><p class=MsoNormal align=center><b><span style='font-family:仿宋'>企业类型<o:p></o:p></span></b></p></td>
  <td colspan=2><p class=MsoNormal><b><span lang=EN-US>补助标准</span></b></p></td></tr>
 <tr><td><p class=MsoNormal>首次<o:p></o:p></p></td><td><p class=MsoNormal>复审</p></td></tr>
 <tr><td rowspan=2><p class=MsoNormal>小型微利企业</p></td><td><p class=MsoNormal>20<span lang=EN-US>万元</span></p></td><td><p class=MsoNormal>5万元</p></td></tr>
 <tr><td><p class=MsoNormal>15万元</p></td><td><p class=MsoNormal>3万元<o:p>&nbsp;</o:p></p></td></tr>
</table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`,
    `| 企业类型 | 补助标准 | 补助标准 |
| --- | --- | --- |
| **企业类型** | 首次 | 复审 |
| 小型微利企业 | 20万元 | 5万元 |
| 小型微利企业 | 15万元 | 3万元 |`,
  ],
  [
    'Word: articles numbered by the program, and a list with bullets',
    `<!--StartFragment--><p class=MsoListParagraph style='margin-left:0cm;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>第一条<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>为了支持中小企业发展，
制定本办法。<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>第二条<span>&nbsp; </span></span><![endif]>申请单位应当符合下列条件：</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span>&nbsp;</span></span></span>在本市登记注册；</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span>&nbsp;</span></span></span>上年度有研发投入。</p><!--EndFragment-->`,
    `第一条 为了支持中小企业发展，制定本办法。

第二条 申请单位应当符合下列条件：

· 在本市登记注册；

· 上年度有研发投入。`,
  ],
  [
    'WPS: 全角 spaces as indents, bold heads, spans without end',
    `<html><head><style>@font-face{font-family:"Times New Roman";} p.p0{text-indent:32.0000pt;}</style></head><body><!--StartFragment--><p class="MsoNormal" style="text-indent:32pt;"><b><span style="mso-spacerun:'yes';font-family:黑体;">一、支持对象</span></b></p>
<p class="MsoNormal"><span style="font-family:仿宋_GB2312;">　　在本市依法登记，　具有独立法人资格的企业。</span></p>
<p class="MsoNormal"><b><span>（一）申报材料</span></b></p><p class="MsoNormal"><span>　　营业执照</span><span>复印件。</span></p><!--EndFragment--></body></html>`,
    `## 一、支持对象

在本市依法登记， 具有独立法人资格的企业。

### （一）申报材料

营业执照复印件。`,
  ],
  [
    'a web page: nested divs, navigation, scripts, a picture, links of every kind',
    `<div class="wrap"><nav><a href="/">首页</a></nav><div class="main"><div class="TRS_Editor"><h1>关于组织申报的通知</h1>
<div style="text-align:center"><img src="https://img.example/1.png" onerror="alert(1)"></div>
<div>各有关单位：</div><div><span style="font-size:16px">请于<strong>2026年11月20日</strong>前登录<a href="https://www.gov.cn/sb" target="_blank" onclick="track()">申报系统</a>提交，见<a href="javascript:void(0)">附件</a>、<a href="./a.doc">表格</a>。</span></div>
<script>track()</script><div style="display:none">隐藏的文字</div></div></div></div>`,
    `## 关于组织申报的通知

各有关单位：

请于**2026年11月20日**前登录[申报系统](https://www.gov.cn/sb)提交，见附件、表格。`,
  ],
  [
    'WeChat: sections in sections, breaks inside sentences, a player',
    `<section data-role="outer" style="font-size: 16px;"><section><section><p style="text-align: center;"><strong><span style="color: rgb(255,0,0);">02</span></strong></p></section></section>
<section><p><span leaf="" style="font-weight: bold;">二、怎么领</span></p><p><span leaf="">符合条件的企业<br>不用申请，<br>系统自动核发。<br>（一）已经参保的；<br>（二）没有裁员的。</span></p><mp-common-videosnap></mp-common-videosnap><p><br></p></section></section>`,
    `**02**

二、怎么领

符合条件的企业不用申请，系统自动核发。

（一）已经参保的；

（二）没有裁员的。`,
  ],
  [
    'Excel: a range with an empty row',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table style='border-collapse:collapse'><!--StartFragment-->
 <col width=72><tr height=19><td>区</td><td x:num>名额</td></tr><tr><td></td><td></td></tr>
 <tr><td>天河|区</td><td align=right x:num="12">12</td></tr>
<!--EndFragment--></table></body></html>`,
    `| 区 | 名额 |
| --- | --- |
| 天河\\|区 | 12 |`,
  ],
  [
    'numbers as they are shown: of a list, in Chinese, and of a list behind another one',
    `<table width="960"><tr><td><ol start=9><li>登录<ul><li>甲</li></ul></li><li>上传</li></ol><ol><li>等待</li></ol>
<ol style="list-style-type:cjk-ideographic"><li>按月</li><li>按季</li></ol></td></tr></table>`,
    `9. 登录
   - 甲
10. 上传

1\\. 等待

一、按月

二、按季`,
  ],
  [
    'marks that Markdown would take for its own, and bold that is none or that it would not take',
    `<p>1~5 人，&lt;div&gt; 标签</p><p># 一</p><p>1. 二</p><p><b style="font-weight:normal">三</b><b>注：</b>四<b>五</b><b>六</b></p>`,
    `1\\~5 人，&lt;div> 标签

\\# 一

1\\. 二

三注：四**五六**`,
  ],
]

describe('a clip becomes the Markdown of the portal', () => {
  test.each(CLIPS)('%s', (_, clip, markdown) => {
    expect(cleanHtml(clip)).toBe(markdown)
  })

  test.each(CLIPS)('and the checker accepts it: %s', (_, clip) => {
    expect(parseMarkdownFile('a.md', `---\nid: 1\n---\n\n${cleanHtml(clip)}\n`).problems).toEqual([])
  })

  test('what holds nothing leaves nothing', () => {
    expect(cleanHtml('<p>&nbsp;</p><img src="a.png"><script>a()</script>')).toBe('')
  })
})

describe('plain text', () => {
  test('lines of a PDF are put together, items and sentences begin lines of their own', () => {
    expect(
      cleanText(
        '　　第一条　为了支持中小\r\n企业发展，制定本\n办法。\n第二条 申请单位应当：\n（一）依法登记；\n（二）有研发投\n入。',
      ),
    ).toBe(
      '第一条 为了支持中小企业发展，制定本办法。\n\n第二条 申请单位应当：\n\n（一）依法登记；\n\n（二）有研发投入。',
    )
  })

  test.each(['一行字', '## 标题\n\n正文', '| 甲 | 乙 |\n| --- | --- |', '- 一\n- 二'])(
    'what is Markdown or one line stays: %j',
    (text) => {
      expect(cleanText(text)).toBe(text)
    },
  )
})

test('radicals of PDFs and printed pages become ordinary characters, however they come', () => {
  const printed = '第⼗条 付款⽅应当⽀付，⻓期有效。'
  const ordinary = '第十条 付款方应当支付，长期有效。'
  expect(cleanText(printed)).toBe(ordinary)
  expect(cleanText(`## ${printed}\n\n- ⼆`)).toBe(`## ${ordinary}\n\n- 二`)
  expect(
    cleanHtml(
      `<p>${printed}</p><table><tr><td>⾦额</td><td>⽐例</td></tr><tr><td>1</td><td>2</td></tr></table>`,
    ),
  ).toBe(`${ordinary}\n\n| 金额 | 比例 |\n| --- | --- |\n| 1 | 2 |`)
})

test('the lines of a head and a signature are paragraphs of their own', () => {
  const lines = [
    '云湖市工业和信息化局文件',
    '云经信〔2026〕21号',
    '关于组织申报2026年度企业技术改造',
    '专项资金项目的通知',
    '各县（市、区）经信局，各有关企业：',
    '按照省工业和信息化厅印发的通知',
    '要求，现将有关事项通知如下。',
    '云湖市工业和信息化局',
    '2026年3月20日',
  ]
  expect(cleanText(lines.join('\n')).split('\n\n')).toEqual([
    '云湖市工业和信息化局文件',
    '云经信〔2026〕21号',
    '关于组织申报2026年度企业技术改造专项资金项目的通知',
    '各县（市、区）经信局，各有关企业：',
    '按照省工业和信息化厅印发的通知要求，现将有关事项通知如下。',
    '云湖市工业和信息化局',
    '2026年3月20日',
  ])
})
