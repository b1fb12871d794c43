type Forms = Partial<Record<string, string>> & { other: string }

/** Chooses the form for a number by the rules of a language. */
export function pluralOf(language: string) {
  const rules = new Intl.PluralRules(language)
  return (count: number, forms: Forms): string =>
    forms[`=${count}`] ?? forms[rules.select(count)] ?? forms.other
}
