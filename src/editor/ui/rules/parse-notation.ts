/** Parses an editor's formula (notation.ts). Errors name the word and what was expected there. */
import type { Formula } from '../../../lib/rules/worth/formula.ts'
import {
  type Figure,
  FUNCTIONS,
  literalOf,
  ORIGINS,
  type Origin,
  type Part,
  readCall,
  type Vocabulary,
} from './notation.ts'

export type Parsed = { status: 'read'; formula: Formula } | { status: 'wrong'; message: string }

interface Token {
  kind: 'word' | 'name' | 'text' | 'condition' | 'sign' | 'end'
  text: string
}

const SAME_SIGN: Record<string, string> = {
  '＋': '+',
  '－': '−',
  '-': '−',
  '*': '×',
  '/': '÷',
  '(': '（',
  ')': '）',
  ',': '，',
  ';': '；',
  ':': '：',
}
const TOKENS =
  /「(?<name>(?:\\.|[^\\」])*)」|“(?<text>(?:\\.|[^\\”])*)”|"(?<quoted>(?:\\.|[^\\"])*)"|【(?<condition>[^】]*)】|(?<word>[^\s＋+−－\-×*÷（）(),，；;：:【】「」“”"]+)|\S/gs
const END: Token = { kind: 'end', text: '' }

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(([sign, ...match]): Token => {
    const [name, words, quoted, condition, word] = match
    const said = name ?? words ?? quoted
    if (said !== undefined)
      return { kind: name === undefined ? 'text' : 'name', text: said.replace(/\\(.)/gs, '$1') }
    if (condition !== undefined) return { kind: 'condition', text: condition }
    return word && word !== '/'
      ? { kind: 'word', text: word }
      : { kind: 'sign', text: SAME_SIGN[sign] ?? sign }
  })
}

class WrongText extends Error {}

export function parseFormula(text: string, { figures, conditions }: Vocabulary): Parsed {
  const tokens = tokensOf(text)
  let at = 0
  const token = (ahead = 0) => tokens[at + ahead] ?? END
  const isSign = (signs: string, ahead = 0) =>
    token(ahead).kind === 'sign' && signs.includes(token(ahead).text)
  const wrong = (expected: string) =>
    new WrongText(token() === END ? `${expected}，这里还没有写完` : `${expected}，实际为“${token().text}”`)
  const next = () => {
    at += 1
    return tokens[at - 1] ?? END
  }
  const close = (where: string) => {
    if (!isSign('）')) throw wrong(`${where}应为“）”`)
    next()
  }

  /** Parses a + b + c as one sum, and a + b − c as the sum less c. */
  const chain =
    (read: () => Formula, [sign, opposite]: string, many: string, pair: string) =>
    (): Formula => {
      let parts = [read()]
      while (isSign(`${sign}${opposite}`)) {
        const isOpposite = next().text === opposite
        const part = read()
        parts = isOpposite ? [{ [pair]: [join(many, parts), part] } as unknown as Formula] : [...parts, part]
      }
      return join(many, parts)
    }

  const readOne = (): Formula => {
    const { kind, text: word } = token()
    if (kind === 'word' && isSign('（', 1)) return readFunction()
    if (kind === 'word' || kind === 'name') {
      next()
      const isNumber = kind === 'word' && !figures.some(({ label }) => label === word)
      return (isNumber ? literalOf(word) : undefined) ?? readFigure(word, figures)
    }
    if (isSign('（')) {
      next()
      const inside = readSum()
      close('括号的末尾')
      return inside
    }
    const negative = isSign('−') && token(1).kind === 'word' ? literalOf(`-${token(1).text}`) : undefined
    if (negative === undefined) throw wrong('这里应为一个数字、名称或者公式')
    at += 2
    return negative
  }
  const readProduct = chain(readOne, '×÷', 'times', 'over')
  const readSum = chain(readProduct, '+−', 'sum', 'less')

  function readFunction(): Formula {
    const { text: name } = next()
    const call = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!call) throw new WrongText(`括号前面应为 ${Object.keys(FUNCTIONS).join('、')} 之一，实际为“${name}”`)
    const parts: Part[] = []
    do {
      next()
      parts.push(readPart())
    } while (isSign('，；'))
    close(`“${name}”的末尾`)
    const made = readCall(call, parts)
    if (made === undefined) throw new WrongText(`“${name}”应写成 ${call.example}`)
    return made
  }

  function readPart(): Part {
    const label = readLabel()
    if (token().kind === 'text' && isSign('，；）', 1)) return { ...label, text: next().text }
    return { ...label, is: readSum() }
  }

  /** Reads the condition, or the label of one or two words, before a colon. */
  function readLabel(): Part {
    if (token().kind === 'condition') {
      const { text: name } = next()
      const condition = conditions.find((each) => each.name === name)?.tree
      if (!condition) throw new WrongText(`没有叫【${name}】的条件，请在公式下面添加`)
      if (!isSign('：')) throw wrong('条件后面应为“：”')
      next()
      return { condition }
    }
    const count = [1, 2].find((ahead) => token(ahead - 1).kind === 'word' && isSign('：', ahead))
    if (count === undefined) return {}
    const label = tokens.slice(at, at + count).map((each) => each.text)
    at += count + 1
    return { label: label.join('').normalize('NFKC') }
  }

  try {
    const formula = readSum()
    if (token() !== END) throw wrong('这里应为 + − × ÷ 或者结束')
    return { status: 'read', formula }
  } catch (error) {
    if (!(error instanceof WrongText)) throw error
    return { status: 'wrong', message: error.message }
  }
}

function join(kind: string, parts: readonly Formula[]): Formula {
  return parts.length === 1 ? (parts[0] as Formula) : ({ [kind]: parts } as unknown as Formula)
}

function readFigure(text: string, figures: readonly Figure[]): Formula {
  const found = figures.find(({ label }) => label === text) ?? originated(text, figures)
  if (!found) {
    const isLike = /^-?[\d.]/.test(text)
      ? '带单位的数字，如 200万元、25%、6000元/人'
      : '写在前面的步骤、问卷的数字、标准或者共用公式'
    throw new WrongText(`没有叫“${text}”的数；这里应为${isLike}`)
  }
  return { [found.origin]: found.key } as Formula
}

/** Parses 步骤·名称: any name of that origin, known or unknown. */
function originated(text: string, figures: readonly Figure[]): Pick<Figure, 'origin' | 'key'> | undefined {
  const origin = (Object.keys(ORIGINS) as Origin[]).find((each) => text.startsWith(`${ORIGINS[each]}·`))
  if (!origin) return undefined
  const key = text.slice(ORIGINS[origin].length + 1)
  const labelled = figures.find((figure) => figure.origin === origin && figure.label === key)
  const isKey = figures.some((figure) => figure.origin === origin && figure.key === key)
  return key === '' ? undefined : { origin, key: isKey ? key : (labelled?.key ?? key) }
}
