import './two-versions.css'

interface Props {
  /** Level of the heading, by the place where it stands. */
  heading: 'h2' | 'h3'
  title: string
  lead: string
  /** What the other place is called: 账户里. */
  elsewhere: string
  /** What differs, in words. */
  rows: readonly { label: string; mine: string; theirs: string }[]
  /** `pressed` is removed together with the choice. */
  onChoose: (choice: 'mine' | 'theirs', pressed: HTMLButtonElement) => void
}

/** A draft was changed here and elsewhere: both versions side by side, and the choice. */
export function TwoVersions({ heading: Heading, title, lead, elsewhere, rows, onChoose }: Props) {
  return (
    <section className="two-versions" role="alert">
      <Heading>{title}</Heading>
      <p>{lead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">这里</th>
            <th scope="col">{elsewhere}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="two-versions-choice">
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => onChoose('mine', currentTarget)}
        >
          使用这里的内容
        </button>
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => onChoose('theirs', currentTarget)}
        >
          使用{elsewhere}的内容
        </button>
      </p>
    </section>
  )
}
