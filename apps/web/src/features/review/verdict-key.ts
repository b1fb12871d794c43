/** The key under which the text of an unsent verdict is kept. The page asks for it before the form of verdicts is loaded. */
export function verdictKey(permanentId: string): string {
  return `verdict ${permanentId}`
}
