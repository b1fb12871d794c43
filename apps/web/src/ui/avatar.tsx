/** The first letter of a name in a disc. The name itself is beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden className="avatar">
      {firstLetter(name)}
    </span>
  )
}

/** The first character as users see it: one emoji, one letter with its marks. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim())
  return (first?.segment ?? '?').toLocaleUpperCase('en')
}
