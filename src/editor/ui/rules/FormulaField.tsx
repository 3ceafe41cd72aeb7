import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import { unitWords } from '../../../lib/rules/worth/amounts.ts'
import type { Formula } from '../../../lib/rules/worth/formula.ts'
import type { FieldProblem } from './golden.ts'
import { FUNCTIONS, nameOf, ORIGINS, printFormula, type Vocabulary } from './notation.ts'
import { parseFormula, placeInText } from './parse-notation.ts'

interface Props {
  label: string
  formula: Formula | undefined
  onChange: (formula: Formula) => void
  vocabulary: Vocabulary
  /** Paths from the formula. */
  problems: readonly FieldProblem[]
  unguarded: readonly (readonly (string | number)[])[]
}

interface Mark {
  from: number
  to: number
  kind: 'wrong' | 'unguarded'
  title: string
}

const setMarks = StateEffect.define<readonly Mark[]>()

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects }) {
    const set = effects.find((effect) => effect.is(setMarks))
    if (!set) return marks.map(changes)
    const written = (set.value as readonly Mark[]).filter(({ from, to }) => to > from)
    return Decoration.set(
      written.map(({ from, to, kind, title }) =>
        Decoration.mark({ class: `formula-${kind}`, attributes: { title } }).range(from, to),
      ),
      true,
    )
  },
  provide: (field) => EditorView.decorations.from(field),
})

const NAME = /[^\s＋+−－\-×*÷（）(),，；;：:【】「」“”"]*$/
const UNGUARDED = '没有样本守着：去掉它，没有一家样本企业的金额会变'

/** A formula in words and signs, with completion; what cannot be read is marked where it stands and changes nothing. */
export function FormulaField({ label, formula, onChange, vocabulary, problems, unguarded }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef({ vocabulary, onChange })
  latest.current = { vocabulary, onChange }
  const printed = formula === undefined ? '' : printFormula(formula, vocabulary)
  const [text, setText] = useState(printed)
  const told = useRef(JSON.stringify(formula))
  const isHalf = useRef(false)
  const [naming] = useState(() => new Compartment())

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once and follows by the effects below.
  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: printed,
        extensions: [
          history(),
          closeBrackets(),
          EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['（', '(', '【', '「', '“'] } }]),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          autocompletion({
            override: [(context) => complete(context, latest.current.vocabulary)],
            icons: false,
          }),
          EditorView.lineWrapping,
          naming.of(EditorView.contentAttributes.of({ 'aria-label': label })),
          marksField,
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (!docChanged) return
            const typed = state.doc.toString()
            setText(typed)
            const parsed = parseFormula(typed, latest.current.vocabulary)
            isHalf.current = parsed.status === 'wrong'
            const read = parsed.status === 'read' ? JSON.stringify(parsed.formula) : undefined
            if (parsed.status !== 'read' || read === told.current) return
            told.current = read as string
            latest.current.onChange(parsed.formula)
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])

  useEffect(() => {
    view.current?.dispatch({
      effects: naming.reconfigure(EditorView.contentAttributes.of({ 'aria-label': label })),
    })
  }, [label, naming])

  // Undone, or changed by what stands beside it; what is half written stays.
  const json = JSON.stringify(formula)
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const written = editor.state.doc.toString()
    const now = parseFormula(written, latest.current.vocabulary)
    const isSaid = now.status === 'read' && printFormula(now.formula, latest.current.vocabulary) === printed
    // Whoever is writing keeps the text that they wrote.
    if (written === printed || (editor.hasFocus && isSaid) || (json === told.current && isHalf.current))
      return
    told.current = json
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: printed } })
  }, [json, printed])

  const parsed = parseFormula(text, vocabulary)
  const places = parsed.status === 'read' ? parsed.places : []
  const at = (path: readonly (string | number)[]) => placeInText(places, path) ?? { from: 0, to: text.length }
  const marks: Mark[] =
    parsed.status === 'wrong'
      ? [{ ...parsed.error, kind: 'wrong', title: parsed.error.message }]
      : [
          ...problems.map(({ path, message }): Mark => ({ ...at(path), kind: 'wrong', title: message })),
          ...unguarded.map((path): Mark => ({ ...at(path), kind: 'unguarded', title: UNGUARDED })),
        ]
  const marked = JSON.stringify(marks)
  useEffect(() => {
    const editor = view.current
    const length = editor?.state.doc.length ?? 0
    const within = (JSON.parse(marked) as Mark[]).filter(({ to }) => to <= length)
    editor?.dispatch({ effects: setMarks.of(within) })
  }, [marked])

  const wrong =
    parsed.status === 'wrong'
      ? [parsed.error.message]
      : problems.map(({ path, message }) => {
          const { from, to } = at(path)
          return `${wordsOf(text, from, to)}${message}`
        })
  return (
    <div className="formula-field">
      <div ref={box} className="formula-text" />
      <div role="status">
        {[...new Set(wrong)].map((words) => (
          <p key={words} className="rule-problem">
            {words}
          </p>
        ))}
      </div>
      {unguarded.length > 0 && parsed.status === 'read' && (
        <p className="rule-unguarded" title={UNGUARDED}>
          {unguarded.length} 处没有样本守着
        </p>
      )}
    </div>
  )
}

/** Which piece of the text it is about; the whole needs no naming. */
function wordsOf(text: string, from: number, to: number): string {
  const piece = text.slice(from, to)
  return piece === '' || piece === text || piece.length > 20 ? '' : `“${piece}”：`
}

function complete(context: CompletionContext, vocabulary: Vocabulary) {
  const line = context.state.sliceDoc(0, context.pos)
  const condition = /【([^】]*)$/.exec(line)
  if (condition) {
    const options = vocabulary.conditions.map(({ name }): Completion => ({ label: name, apply: `${name}】` }))
    return { from: context.pos - (condition[1]?.length ?? 0), to: closing(context), options }
  }
  const typed = NAME.exec(line)?.[0] ?? ''
  if (typed === '' && !context.explicit) return null
  const figures = vocabulary.figures.map((figure): Completion => {
    const unit = figure.unit && unitWords(figure.unit)
    return {
      label: figure.label,
      detail: `${ORIGINS[figure.origin]}${unit ? ` · ${unit}` : ''}`,
      apply: nameOf(figure.origin, figure.key, vocabulary),
    }
  })
  const functions = Object.entries(FUNCTIONS).map(
    ([name, { does, example }]): Completion => ({
      label: name,
      detail: does,
      boost: -1,
      apply: (editor, _, from, to) => {
        // The cursor goes to the first gap.
        const gap = example.search(/(?<=[（：【，])(?=[，；：）】])/)
        editor.dispatch({
          changes: { from, to, insert: example },
          selection: { anchor: from + Math.max(gap, 3) },
        })
      },
    }),
  )
  return { from: context.pos - typed.length, options: [...figures, ...functions], filter: true }
}

/** The bracket that closed by itself is replaced, too. */
function closing({ state, pos }: CompletionContext): number {
  return state.sliceDoc(pos, pos + 1) === '】' ? pos + 1 : pos
}
