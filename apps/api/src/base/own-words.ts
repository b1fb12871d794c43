import { foldName } from '@pinmark/shared/text'

interface Account {
  name: string
  email: string
}

/** Shorter words stand in too many others: `Bo` would refuse `rainbow`. */
const minLength = 4

/** Whether a password contains what a stranger would try first for this account: the name of the product, the account's
 *  own name or a word of it, the e-mail's local part or a word of it, a label of its domain. Case and spaces make no
 *  difference. The last label (`com`) belongs to everyone. */
export function containsOwnWords(password: string, { name, email }: Account): boolean {
  const [localPart = '', domain = ''] = email.split('@')
  const labels = domain.split('.').slice(0, -1)
  const candidates = ['pinmark', name, ...wordsOf(name), localPart, ...wordsOf(localPart), ...labels]
  const folded = foldName(password)
  return candidates.map(foldName).some((word) => [...word].length >= minLength && folded.includes(word))
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u)
}
