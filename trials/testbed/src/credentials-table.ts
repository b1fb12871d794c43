/** What ends a credential, written by hand. docs/credentials.md shows it, and a test of the API walks every cell. */

export const credentials = {
  login: 'A login',
  apiToken: 'An API token',
  webhook: 'A webhook',
  subscription: 'Mail about replies, for a visitor',
  ownerImage: 'Image addresses of the owner',
  linkImage: 'Image addresses of the link',
  linkToken: 'The entered password of a link',
  resetLink: 'The link in a mail for a new password',
  stopLink: 'The link in a mail that stops mails',
} as const

export const endings = {
  logOut: 'Log out',
  logOutEverywhere: 'Log out everywhere',
  logOutEverywhereKeeping: 'the same, keeping tokens and webhooks',
  changePassword: 'New password',
  changePasswordKeeping: 'the same, keeping tokens and webhooks',
  resetByMail: 'Reset by mail',
  resetByCommand: '`reset-password`',
  linkSignOn: 'Linked to single sign-on',
  newLink: 'New link',
  newLinkPassword: 'New password of the link',
  deleteAccount: 'Account deleted',
} as const

export type Credential = keyof typeof credentials
export type Ending = keyof typeof endings

/** Those that end logins, API tokens, webhooks and pending resets of an account alike. */
const ofAllAccess = [
  'changePassword',
  'resetByMail',
  'resetByCommand',
  'linkSignOn',
  'deleteAccount',
] as const
/** Those that end every login of an account. */
const ofAllLogins = [
  ...ofAllAccess,
  'changePasswordKeeping',
  'logOutEverywhere',
  'logOutEverywhereKeeping',
] as const

/** The endings that end each credential. It survives all others. */
export const credentialsTable: Record<Credential, Record<Ending, 'ends' | 'stays'>> = {
  login: row('logOut', ...ofAllLogins),
  apiToken: row('logOutEverywhere', ...ofAllAccess),
  webhook: row('logOutEverywhere', ...ofAllAccess),
  subscription: row('newLink', 'newLinkPassword', 'deleteAccount'),
  ownerImage: row(...ofAllLogins),
  linkImage: row('newLink', 'newLinkPassword', 'deleteAccount'),
  linkToken: row('newLink', 'newLinkPassword', 'deleteAccount'),
  resetLink: row('changePasswordKeeping', ...ofAllAccess),
  stopLink: row('deleteAccount'),
}

function row(...ends: Ending[]): Record<Ending, 'ends' | 'stays'> {
  const states = Object.keys(endings).map((ending) => [
    ending,
    ends.some((one) => one === ending) ? 'ends' : 'stays',
  ])
  return Object.fromEntries(states)
}

/** The table as Markdown, one row for each ending and one column for each credential. */
export function credentialsAsMarkdown(): string[][] {
  const names = Object.keys(credentials)
  const cell = (credential: string, ending: string) => {
    const states: Record<string, Record<string, string>> = credentialsTable
    return states[credential]?.[ending] ?? ''
  }
  return [
    ['', ...Object.values(credentials)],
    ...Object.entries(endings).map(([ending, words]) => [words, ...names.map((name) => cell(name, ending))]),
  ]
}
