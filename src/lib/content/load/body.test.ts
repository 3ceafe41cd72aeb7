import { describe, expect, test } from 'vitest'
import { parseMarkdownFile } from './markdown-file.ts'

const HEAD = '---\nid: 1\n---\n'

/** Line and finding of every problem of a text after three lines of front matter. */
const check = (body: string, head = HEAD) =>
  parseMarkdownFile('a.md', head + body).problems.map(({ line, found }) => `${line} ${found}`)

describe('HTML in the text is refused with its line', () => {
  test.each([
    ['正文\n\n<script>alert(1)</script>', '6 <script>alert(1)</script>'],
    ['<b>粗', '4 <b>'],
    ['</div>', '4 </div>'],
    ['<img src=x onerror=alert(1)>', '4 <img src=x onerror=alert(1)>'],
    ['<!-- 注释 -->', '4 <!-- 注释 -->'],
    ['<?php', '4 <?php'],
    ['<!DOCTYPE html>', '4 <!DOCTYPE html>'],
    ['<div\nonclick="alert(1)">', '4 <div'],
    ['<p class="a"\n>', '4 <p class="a"'],
    ['一 <p\nclass="a">', '4 <p'],
    ['- 一\n\n  <p>', '6 <p>'],
    ['> | 甲 |\n> | --- |\n> | <br> |', '6 <br>'],
    ['一[^1]\n\n[^1]: <b>二', '6 <b>'],
    ['`码` <b>', '4 <b>'],
    ['\\`<b>\\`', '4 <b>'],
    ['`<b>``', '4 <b>'],
    // The parser finds no code where a look at one line does.
    ['前 `x\ny` <meta http-equiv="refresh"> `z', '5 <meta http-equiv="refresh">'],
    ['<https://a`b> <img src=x> `z', '4 <img src=x>'],
  ])('%j', (body, problem) => {
    expect(check(body)).toEqual([problem])
  })
})

describe('text that is no HTML is accepted', () => {
  test.each([
    '关于修改<保险法>的决定',
    '<中华人民共和国商标法>',
    '5 < 6，a <= b，x<5',
    '研发费用 > 10 万元',
    '`<b>` 是粗体',
    '`` `<b>` ``',
    '前 `x\n<b>` 后',
    '```\n<b>\n```',
    '从 a<b 到 c',
    '网址 <https://www.gov.cn/a>',
    '&lt;b&gt;',
    '| 甲 | 乙 |\n| --- | --- |\n| <5% | >6% |',
  ])('%j', (body) => {
    expect(check(body)).toEqual([])
  })
})

describe('a link with an unsafe scheme is refused in every notation', () => {
  test.each([
    ['[点](javascript:alert(1))', '4 javascript:alert(1)'],
    ['[点](JaVaScRiPt:alert)', '4 JaVaScRiPt:alert'],
    ['[点](&#106;avascript:alert)', '4 javascript:alert'],
    ['[点](&#x6A;avascript&colon;alert)', '4 javascript:alert'],
    ['一\n\n[点][a]\n\n[a]: vbscript:x', '8 vbscript:x'],
    ['![图](data:image/svg+xml,a)', '4 data:image/svg+xml,a'],
    ['[点](file:///etc/passwd)', '4 file:///etc/passwd'],
    ['[点](guide.html)', '4 guide.html'],
    ['<javascript:alert(1)>', '4 javascript:alert(1)'],
  ])('%j', (body, problem) => {
    expect(check(body)).toEqual([problem])
  })

  test.each([
    '[站内](/review/2#tiao-3) [下面](#tiao-3) [外面](https://www.gov.cn/a?b=c) [信](mailto:a@b.cn) [话](tel:12366)',
    '`[点](javascript:alert(1))` 是代码',
    '\\[点](javascript:alert(1)) 是文字',
  ])('but not %j', (body) => {
    expect(check(body)).toEqual([])
  })
})

describe('radicals in place of ordinary characters are refused with their replacement', () => {
  test.each([
    ['一\n\n第⼗条 付款⽅应当⽀付', '6 ⼗、⽅、⽀', '第十条 付款方应当支付'],
    ['⻓期有效', '4 ⻓', '长期有效'],
  ])('%j', (body, problem, ordinary) => {
    expect(check(body)).toEqual([problem])
    expect(parseMarkdownFile('a.md', HEAD + body).problems[0]?.expected).toContain(ordinary)
  })

  test('in fields as well', () => {
    expect(check('正文', '---\nid: 1\ntitle: ⼯业\n---\n')).toEqual(['3 ⼯'])
  })
})
