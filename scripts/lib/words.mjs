// Compiles the catalogue, messages/{language}, into src/compiled/{part}/{language}.ts: a function for each sentence. The
// English files say which part a sentence belongs to. `npm run words` calls it, and so does every command that needs it.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf, filesBelow } from './files.mjs'
import { readIfThere } from './lock.mjs'
import { root } from './root.mjs'

const folder = join(root, 'packages/words')
const compiled = join(folder, 'src/compiled')
/** Contains the digest of what the compiled files were made from. */
const stamp = join(compiled, '.compiled-from')
const source = 'en'
const pseudo = 'en-XA'
const fromRightToLeft = new Set(['ar', pseudo])

/** Compiles the catalogue if it has changed. */
export async function compileWords() {
  const messages = await filesBelow(join(folder, 'messages'), () => true)
  const digest = await digestOf([...messages, fileURLToPath(import.meta.url)])
  if (readIfThere(stamp) === digest) return
  compile()
  writeFileSync(stamp, digest)
}

/** Writes only files that change, so that nothing is built again without a reason. */
function compile() {
  const languages = readdirSync(join(folder, 'messages'))
  for (const language of [...languages, pseudo].filter((one) => one !== source)) {
    const errors =
      language === pseudo
        ? mapValues(readTexts(source, 'errors'), (text) =>
            text
              .split(/(\{\w+\})/)
              .map(lengthenedText)
              .join(''),
          )
        : readTexts(language, 'errors')
    const code = `export const errors: Record<string, string> = ${JSON.stringify(errors, null, 2)}\n`
    writeIfChanged(join(compiled, 'errors', `${language}.ts`), code)
  }
  const english = Object.fromEntries(
    ['first', 'more', 'server'].map((part) => [part, readMessages(source, part)]),
  )
  for (const language of [...languages, pseudo]) {
    const translated = language === source || language === pseudo ? {} : readMessages(language, 'words')
    const linesOf = (part) => {
      const written = language === pseudo ? mapValues(english[part], mirrored) : translated
      // A new sentence is English until it is translated.
      const messages = mapValues({ ...english[part], ...written }, (message, key) =>
        isolated(message, isolateIn(language, part, key)),
      )
      return sentencesOf(language, messages, english[part])
    }
    for (const part of ['first', 'more']) {
      const lines = linesOf(part).map(([key, code]) => `export const ${key} = ${code}\n`)
      writeIfChanged(join(compiled, part, `${language}.ts`), moduleOf(language, lines))
    }
    const lines = ['first', 'server'].flatMap(linesOf).map(([key, code]) => `  ${key}: ${code},\n`)
    // A function, so that a server makes the sentences of the languages that it needs.
    const words = ['export const words = () => ({\n', ...lines, '})\n']
    writeIfChanged(join(compiled, 'server', `${language}.ts`), moduleOf(language, words))
  }
  const all = [...languages, pseudo]
  const partsOfPage = (language) => ['first', 'more', ...(language === source ? [] : ['errors'])]
  writeIfChanged(join(compiled, 'files.ts'), filesOf(all, partsOfPage))
  writeIfChanged(join(compiled, 'server-words.ts'), serverWordsOf(all))
}

/** Loads each part of each language. */
function filesOf(languages, partsOf) {
  const lines = languages.map((language) => {
    const loads = partsOf(language).map((part) => `${part}: () => import('./${part}/${language}')`)
    return `  '${language}': { ${loads.join(', ')} },\n`
  })
  return `export const files = {\n${lines.join('')}}\n`
}

/** The functions that make the words of the server, of all languages. */
function serverWordsOf(languages) {
  const imports = languages.map(
    (language, at) => `import { words as words${at} } from './server/${language}'\n`,
  )
  const lines = languages.map((language, at) => `  '${language}': words${at},\n`)
  return `${imports.join('')}\nexport const serverWords = {\n${lines.join('')}}\n`
}

function readTexts(language, part) {
  return JSON.parse(readFileSync(join(folder, 'messages', language, `${part}.json`), 'utf8'))
}

function readMessages(language, part) {
  return mapValues(readTexts(language, part), (text, key) => {
    try {
      return parse(text, { requiresOtherClause: true, ignoreTag: true })
    } catch (error) {
      throw new Error(`${language}/${part}: ${key}: ${error.message}`, { cause: error })
    }
  })
}

/** The function of each sentence, by its key.
 *  @param english says which inputs a sentence gets */
function sentencesOf(language, messages, english) {
  return Object.entries(english).map(([key, original]) => {
    const inputs = inputsOf(original)
    const unknown = [...inputsOf(messages[key]).keys()].filter((name) => !inputs.has(name))
    if (unknown.length > 0) throw new Error(`${language}: ${key} has an unknown {${unknown.join('}, {')}}.`)
    const types = [...inputs].map(([name, type]) => `${name}: ${type}`).join('; ')
    const code = codeOf(messages[key])
    // A translation may do without an input.
    const name = /\bi\./.test(code) ? 'i' : '_i'
    return [key, `(${types && `${name}: { ${types} }`}) => ${code}`]
  })
}

/** A module with the functions that its code uses. */
function moduleOf(language, lines) {
  const code = lines.join('')
  const head = code.includes('plural(')
    ? `import { pluralOf } from '../../plural'\n\nconst plural = pluralOf('${language}')\n\n`
    : ''
  const isolates = ['isolate', 'isolateRightToLeft'].filter((name) => code.includes(`${name}(`))
  const imports = isolates.map((name) => `import { ${name} } from '../../isolate'\n`).join('')
  return `${imports}${head}${code}`
}

/** The type of each input. What is chosen by a number is a number, and what is chosen by a word is one of the words. */
function inputsOf(message, found = new Map()) {
  for (const part of message) {
    if (part.type === TYPE.argument && !found.has(part.value)) found.set(part.value, 'string | number')
    if (part.type === TYPE.plural) found.set(part.value, 'number')
    if (part.type === TYPE.select)
      found.set(
        part.value,
        Object.keys(part.options)
          .map((key) => `'${key}'`)
          .join(' | '),
      )
    for (const { value } of Object.values(part.options ?? {})) inputsOf(value, found)
  }
  return found
}

function codeOf(message, counted) {
  const [only] = message
  if (message.length === 1 && only.options) return choiceOf(only)
  const text = message.map((part) => {
    if (part.type === TYPE.literal) return part.value.replaceAll(/[`\\]|\$\{/g, '\\$&')
    if (part.type === TYPE.argument)
      return part.isolate ? `\${${part.isolate}(i.${part.value})}` : `\${i.${part.value}}`
    if (part.type === TYPE.pound) return `\${i.${counted}}`
    return `\${${codeOf([part])}}`
  })
  return `\`${text.join('')}\``
}

function choiceOf({ type, value: name, options }) {
  const codes = mapValues(options, ({ value }) => codeOf(value, name))
  // Where a language does not tell the forms apart.
  const [one, ...others] = new Set(Object.values(codes))
  if (others.length === 0) return one
  const forms = `{ ${Object.entries(codes)
    .map(([key, code]) => `${JSON.stringify(key)}: ${code}`)
    .join(', ')} }`
  return type === TYPE.plural ? `plural(i.${name}, ${forms})` : `(${forms})[i.${name}]`
}

/** A sentence of the pseudo-language: other letters, two fifths longer. */
function mirrored(message) {
  return mapParts(message, (part) =>
    part.type === TYPE.literal ? { ...part, value: lengthened(part.value) } : part,
  )
}

/** The function that keeps the direction of inputs; null for none. Pages from left to right use elements. Of what the server writes,
 *  only mails and messages to chats are sentences for people; other words can become a file name. */
function isolateIn(language, part, key) {
  if (part === 'server' && !/^(mail|chat)_/.test(key)) return null
  if (fromRightToLeft.has(language)) return 'isolate'
  return part === 'server' ? 'isolateRightToLeft' : null
}

/** A sentence whose inputs have a direction of writing of their own. */
function isolated(message, isolate) {
  return mapParts(message, (part) => (part.type === TYPE.argument ? { ...part, isolate } : part))
}

function mapParts(message, change) {
  return message.map((part) =>
    part.options
      ? {
          ...part,
          options: mapValues(part.options, (option) => ({
            ...option,
            value: mapParts(option.value, change),
          })),
        }
      : change(part),
  )
}

function lengthened(text) {
  const letters = {
    a: 'á',
    e: 'é',
    i: 'í',
    o: 'ö',
    u: 'ü',
    A: 'Å',
    E: 'É',
    I: 'Í',
    O: 'Ö',
    U: 'Ü',
    n: 'ñ',
    c: 'ç',
  }
  const [, start, words, end] = /^(\s*)(.*?)(\s*)$/s.exec(text)
  if (!/\p{L}/u.test(words)) return text
  const longer = words.replaceAll(/[aeiouAEIOUnc]/g, (letter) => letters[letter])
  return `${start}${longer} ${'ẋ'.repeat(Math.max(0, Math.round(words.length * 0.4) - 1))}${end}`
}

const lengthenedText = (text) => (text.startsWith('{') ? text : lengthened(text))

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

function writeIfChanged(file, text) {
  if (readIfThere(file) === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
