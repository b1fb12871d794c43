/** Prints the files that follow from the settings and the table of rate limits, as JSON. `npm run settings` writes them. */
import * as z from 'zod'
import { rateTable, type Rate } from '../src/http/limits/rate-table'
import { loadConfig } from '../src/config'
import { isSecret, settingGroups } from '../src/settings'

interface Setting {
  name: string
  standard: string
  description: string
}

function settingsOf(group: (typeof settingGroups)[keyof typeof settingGroups]): Setting[] {
  const { properties = {} } = z.toJSONSchema(group, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean' || !property.description) throw new Error(`${name} has no description.`)
    const { default: standard = '', description } = property
    if (typeof standard !== 'string') throw new Error(`The default of ${name} is not written as text.`)
    return { name, standard, description }
  })
}

const groups = Object.entries(settingGroups).map(
  ([title, group]) => ({ title, settings: settingsOf(group) }) as const,
)

const note =
  'npm run settings writes this file from apps/api/src/settings.ts and apps/api/src/http/limits/rate-table.ts.'

function environmentFile(): string {
  const lines = groups.flatMap(({ title, settings }) => [
    '',
    `# --- ${title}`,
    ...settings.flatMap(({ name, standard, description }) => [
      ...wrapped(description),
      `#${name}=${standard}`,
      ...(isSecret(name) ? [`#${name}_FILE=`] : []),
    ]),
  ])
  return [
    '# Copy this file to `.env` and uncomment the lines that you want to change. Each line shows the default value.',
    '# A variable of the environment overrides the same variable in this file. An invalid value stops the start.',
    '# NAME_FILE names a file that contains the value, instead of NAME.',
    `# ${note}`,
    ...lines,
    '',
  ].join('\n')
}

function wrapped(text: string): string[] {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > 120) lines.push(`# ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines
}

function configurationPage(): string {
  const tables = groups.map(({ title, settings }) =>
    [
      `## ${title}`,
      '',
      '| variable | default | meaning |',
      '| --- | --- | --- |',
      ...settings.map(
        ({ name, standard, description }) =>
          `| \`${name}\`${isSecret(name) ? ' \\*' : ''} | ${standard && `\`${standard}\``} | ${asCode(description)} |`,
      ),
    ].join('\n'),
  )
  const rates: Rate[] = Object.values(rateTable)
  const { limits, requestsAtOnce } = loadConfig({})
  return [
    `<!-- ${note} -->`,
    '# Configuration',
    'Set environment variables, or copy [.env.example](../.env.example) to `.env` and edit it. A variable of the environment overrides the same variable in `.env`. An invalid value stops the start with a message that names the variable. The start also names the lines of `.env` that set nothing, such as misspelt ones.',
    'A variable with \\* may come from a file: `JWT_SECRET_FILE` names the file that contains `JWT_SECRET`.',
    ...tables,
    '## Rate limits',
    'Above a limit, a request gets the status 429 with `Retry-After`. A network is an IPv4 /24 or an IPv6 /56, usually one office or household. All processes on one database share the counts, except those marked with \\*, which each process counts for itself. `RATE_LIMIT_FACTOR` multiplies every limit.',
    [
      '| at most | of one | what counts |',
      '| --- | --- | --- |',
      ...rates.map(
        ({ points, seconds, by, what, inProcess }) =>
          `| ${points.toLocaleString('en')} ${periodOf(seconds)}${inProcess ? ' \\*' : ''} | ${by} | ${what} |`,
      ),
    ].join('\n'),
    `One network can have ${requestsAtOnce} requests under way in each process. More requests wait. \`RATE_LIMIT_FACTOR\` multiplies this number too.`,
    '## Fixed limits',
    [
      `- ${limits.maxPicturesMb} MB of pictures in the comments of one project. Guests use half of the owner's storage at most.`,
      `- ${limits.maxLivePagesPerNetwork.toLocaleString('en')} open pages of one network and ${limits.maxLivePages.toLocaleString('en')} of all networks in each process. Above that, the network with the most pages loses live updates of its oldest page.`,
    ].join('\n'),
    '',
  ].join('\n\n')
}

function periodOf(seconds: number): string {
  return { 60: 'a minute', 3_600: 'an hour', 86_400: 'a day' }[seconds] ?? `in ${seconds} seconds`
}

/** Names of settings and addresses as code. */
function asCode(text: string): string {
  return text
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, '`$&`')
    .replaceAll(
      /(?<!\w)(?:https?|smtps?):\/\/[\w.:@/-]+\w|~\/[\w./]+|(?<= )\/metrics\b|\bX-Forwarded-For\b/g,
      '`$&`',
    )
    .replaceAll('<', '&lt;')
    .replaceAll('docs/configuration.md', 'this page')
}

process.stdout.write(
  JSON.stringify({ '.env.example': environmentFile(), 'docs/configuration.md': configurationPage() }),
)
