// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { parseListQuery } from './listing.ts'
import { pagesToShow, renderPager } from './pager.ts'

describe('visible pages', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [1, 9, '1 2 3 gap 9'],
    [4, 9, '1 2 3 4 5 6 gap 9'],
    [5, 9, '1 gap 3 4 5 6 7 gap 9'],
    [6, 9, '1 gap 4 5 6 7 8 9'],
    [9, 9, '1 gap 7 8 9'],
    [500, 1000, '1 gap 498 499 500 501 502 gap 1000'],
    [1, 0, ''],
  ])('on page %i of %i: %s', (page, pages, shown) => {
    expect(pagesToShow(page, pages).join(' ')).toBe(shown)
  })
})

describe('as links', () => {
  let pager: HTMLElement
  const render = (search: string, pages: number) => renderPager(pager, parseListQuery(search), pages)
  const hrefs = () => [...pager.querySelectorAll('a')].map((link) => link.getAttribute('href'))

  beforeEach(() => {
    pager = document.createElement('nav')
  })

  test('one page needs no pager', () => {
    render('', 1)
    expect(pager.childNodes).toHaveLength(0)
  })

  test('each link keeps the query; the first page has no number', () => {
    render('theme=%E7%A8%8E&page=2', 3)
    expect(hrefs()).toEqual(['?theme=%E7%A8%8E', '?theme=%E7%A8%8E&page=2', '?theme=%E7%A8%8E&page=3'])
    render('page=2', 2)
    expect(hrefs()).toEqual([location.pathname, '?page=2'])
  })

  test('the current page is marked, gaps are no links, old links are removed', () => {
    render('page=1', 3)
    render('page=5', 9)
    expect(pager.textContent).toBe('1…34567…9')
    expect(pager.querySelector('[aria-current="page"]')?.textContent).toBe('5')
    expect(hrefs()).toHaveLength(7)
  })
})
