/** The first letter of a name in a disc. The name itself is beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden translate="no" className="avatar">
      {firstLetter(name)}
    </span>
  )
}

/** The first character as users see it: one emoji, one letter with its marks. Firefox before 125 knows code points only. */
function firstLetter(name: string): string {
  const trimmed = name.trim()
  const [first = '?'] =
    typeof Intl.Segmenter === 'function'
      ? Array.from(new Intl.Segmenter('en').segment(trimmed), ({ segment }) => segment)
      : trimmed
  return first.toLocaleUpperCase('en')
}
