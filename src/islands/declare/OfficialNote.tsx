/** Where the authority receives applications itself: declaring here is not that. */
export function OfficialNote({ official }: { official: { name: string; url: string } }) {
  return (
    <p className="declare-official">
      这项政策由主管部门在“{official.name}”受理。<b>在这里提交不等于向主管部门申报</b>
      ，只便于您准备材料和跟进；请同时到官方入口办理。
      <a href={official.url} rel="noopener external" target="_blank">
        前往官方申报入口
      </a>
    </p>
  )
}
