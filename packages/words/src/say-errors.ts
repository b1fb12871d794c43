/** The sentence for the code of an error. Undefined if there is none, or if a value of it is unknown.
 *  @param values of its `{placeholders}`, as in the header of an answer. If undefined, the placeholders stay
 *  @param waitSeconds the value of `{wait}` */
export type SayError = (code: string, values?: string, waitSeconds?: number) => string | undefined

/** The sentences of errors in one language, by code. A value that is a word is translated where there is an entry for it,
 *  `code.value`. @param locale for `Intl` */
export function sayErrors(locale: string, sentences: Readonly<Record<string, string>>): SayError {
  const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, options).format(value)

  /** As the server's sentences have it: `119 seconds`, `2 minutes`. Rounded up. */
  const formatWait = (seconds: number) => {
    const [size, unit] = seconds < 120 ? [1, 'second'] : seconds < 7_200 ? [60, 'minute'] : [3_600, 'hour']
    return formatNumber(Math.ceil(seconds / size), { style: 'unit', unit, unitDisplay: 'long' })
  }

  return (code, values, waitSeconds) => {
    const sentence = sentences[code]
    if (values === undefined) return sentence
    const given = new URLSearchParams(values)
    const said = sentence?.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      if (name === 'wait' && waitSeconds) return formatWait(waitSeconds)
      const value = given.get(name) ?? placeholder
      return Number.isNaN(Number(value))
        ? (sentences[`${code}.${value}`] ?? value)
        : formatNumber(Number(value))
    })
    return said?.includes('{') ? undefined : said
  }
}
