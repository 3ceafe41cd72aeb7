import { describe, expect, test } from 'vitest'
import { regionLine } from '../rules/regions.ts'
import divisions from './divisions.json' with { type: 'json' }
import {
  cities,
  districts,
  placeAndBody,
  provinces,
  regionCode,
  regionName,
  regionShortName,
} from './regions.ts'

describe('names', () => {
  test.each([
    ['000000', '全国', '全国'],
    ['440000', '广东省', '广东省'],
    ['440100', '广东省广州市', '广州市'],
    ['440106', '广东省广州市天河区', '天河区'],
    ['110108', '北京市海淀区', '海淀区'],
    ['110100', '北京市', '北京市'],
    ['500230', '重庆市丰都县', '丰都县'],
    ['429004', '湖北省仙桃市', '仙桃市'],
    ['659001', '新疆维吾尔自治区石河子市', '石河子市'],
  ])('%s is %s, in short %s', (code, name, short) => {
    expect(regionName(code)).toBe(name)
    expect(regionShortName(code)).toBe(short)
  })

  test.each([
    ['440100', '广州市人力资源和社会保障局', ['广州市人力资源和社会保障局']],
    ['000000', '财政部', ['全国', '财政部']],
    ['440106', undefined, ['天河区']],
  ])('the facts of %s and %s name each place once', (code, body, facts) => {
    expect(placeAndBody(code, body)).toEqual(facts)
  })

  test('every division has a name that leads back to it', () => {
    for (const code of Object.keys(divisions)) {
      const found = regionCode(regionName(code)) ?? ''
      expect(regionShortName(code)).not.toBe('')
      expect(regionName(found)).toBe(regionName(code))
    }
  })
})

describe('choices, level by level', () => {
  test('31 provinces and the three others, by code', () => {
    const codes = provinces().map(({ code }) => code)
    expect(codes.length).toBeGreaterThanOrEqual(31)
    expect(codes).toEqual(codes.toSorted())
    expect(codes).not.toContain('000000')
  })

  test('a province offers its cities, a city its districts', () => {
    expect(cities('440000')).toContainEqual({ code: '440100', name: '广州市' })
    expect(districts('440100')).toContainEqual({ code: '440106', name: '天河区' })
  })

  test('whoever walks down reaches every district', () => {
    const reached = provinces().flatMap(({ code }) =>
      cities(code).flatMap((city) => [city.code, ...districts(city.code).map((district) => district.code)]),
    )
    const leaves = Object.keys(divisions).filter((code) => regionLine(code).length === 4)
    expect(leaves.filter((code) => !reached.includes(code))).toEqual([])
  })
})
