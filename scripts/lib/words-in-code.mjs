import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { filesBelow } from './files.mjs'
import { root } from './root.mjs'

const source = join(root, 'apps/web/src')
/** What a first view shows at once: its words are loaded before it. */
const firstViews = [
  'main.tsx',
  'app/first-paint.tsx',
  'app/data-layer.tsx',
  'pages/login/login-page.tsx',
  'pages/dashboard/dashboard-page.tsx',
  'pages/project/project-page.tsx',
  // Marked with `isFirst` where they are fetched.
  'features/canvas/pins/minimap.tsx',
  'features/rounds/round-foot.tsx',
  'pages/project/frame-handle.tsx',
  'pages/project/skip-links.tsx',
]
/** Props and fields that are shown or spoken. */
const shown =
  /^(aria-label|aria-valuetext|data-tooltip|alt|title|placeholder|label|hint|text|tooltip|caption|question|action|progress|otherwise|failure|confirmLabel|group|word|words|short|does|summary|detail)$/
const spokenBy = /^(announce|useTitle)$/
/** Names that are the same in every language. */
const names = /^(Pinmark|PDF|CSV|PNG|JSON|JSON-LD|Web Annotation JSON-LD|Slack|Teams)$/

const api = join(root, 'apps/api/src')
/** What the server writes for people. */
const written =
  /\/(mail\/([\w-]+\.presenter|write-[\w-]+)|exports\/(annotations|csv|markdown)|webhooks\/(describe-event|webhook\.presenter)|web\/page-head)\.ts$/

/** Faults in how the web app and the server use the catalogue of words.
 *  @param {string} [extra] a source that is looked at too, to prove that the check can fail
 *  @returns {Promise<{ seen: number, found: string[] }>} */
export async function faultsOfWords(extra) {
  const paths = (await filesBelow(source, ({ name }) => !/\.(test\.tsx?|css)$/.test(name))).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const files = new Map(paths.map((path) => [path, parse(path, readFileSync(path, 'utf8'))]))
  if (extra !== undefined) files.set(join(source, 'example.tsx'), parse('example.tsx', extra))
  const literals = [...files].flatMap(([path, file]) =>
    faultsIn(file).map((fault) => place(path, file, fault)),
  )
  return { seen: files.size, found: [...literals, ...faultsOfParts(files), ...(await faultsOfServer())] }
}

function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
}

function place(path, file, { node, what }) {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  const text = node.getText(file).trim().replaceAll(/\s+/g, ' ').slice(0, 80)
  return `${relative(root, path)}:${line + 1}: ${what}: ${text}`
}

/** Sentences that are not in the catalogue, and words that are read before they are loaded. */
function faultsIn(file) {
  const found = []
  const addLiterals = (node) => {
    for (const literal of literalsOf(node)) found.push({ node: literal, what: 'not in the catalogue' })
  }
  visit(file, (node) => {
    if (ts.isJsxText(node) && isSentence(node.text.trim()) && !isUntranslated(node))
      found.push({ node, what: 'not in the catalogue' })
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && !isUntranslated(node))
      addLiterals(node.expression)
    if (ts.isJsxAttribute(node) && shown.test(node.name.getText(file))) addLiterals(node.initializer)
    if (ts.isPropertyAssignment(node) && shown.test(node.name.getText(file))) addLiterals(node.initializer)
    if (ts.isCallExpression(node) && spokenBy.test(node.expression.getText(file)))
      addLiterals(node.arguments[0])
    if (isWord(node) && !hasFunctionAbove(node))
      found.push({ node, what: 'read before the words are loaded' })
  })
  return found
}

/** The literals that an expression may come to. */
function literalsOf(node) {
  if (!node) return []
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) {
    const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, PlusToken } = ts.SyntaxKind
    const { kind } = node.operatorToken
    if (kind === AmpersandAmpersandToken) return literalsOf(node.right)
    const comesTo = [BarBarToken, QuestionQuestionToken, PlusToken].includes(kind)
    return comesTo ? [...literalsOf(node.left), ...literalsOf(node.right)] : []
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return literalsOf(node.body)
  if (ts.isStringLiteralLike(node)) return isSentence(node.text) ? [node] : []
  if (ts.isTemplateExpression(node)) {
    const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    return texts.some((text) => isSentence(text.trim())) ? [node] : []
  }
  return []
}

/** Sentences of the server that are not in the catalogue, and those of the catalogue that it does not say. */
async function faultsOfServer() {
  const paths = await filesBelow(api, ({ name }) => !name.endsWith('.test.ts'))
  const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  const found = [...texts].flatMap(([path, text]) => (written.test(path) ? literalsIn(path, text) : []))
  const said = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)),
  )
  return [
    ...found,
    ...keysOf('server')
      .filter((key) => !said.has(key))
      .map((key) => `${key} is not used`),
  ]
}

/** Texts of two words or more that are neither addresses nor markup. */
function literalsIn(path, text) {
  const file = parse(path, text)
  const found = []
  visit(file, (node) => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    if (isText && /^[^<>/@=]*\p{L}{2,} \p{L}{2,}[^<>/@=]*$/u.test(node.text))
      found.push(place(path, file, { node, what: 'not in the catalogue' }))
  })
  return found
}

const isSentence = (text) => /\p{L}{2,}/u.test(text) && !names.test(text)

/** Whether a text is a name or a command: `translate="no"`, or in `code`. */
function isUntranslated(node) {
  const element = ts.findAncestor(node, ts.isJsxElement)
  if (!element) return false
  const { tagName, attributes } = element.openingElement
  const isNo = (one) => ts.isJsxAttribute(one) && one.name.getText() === 'translate'
  return tagName.getText() === 'code' || attributes.properties.some(isNo)
}

const isWord = (node) =>
  ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'm'

const hasFunctionAbove = (node) => ts.findAncestor(node, ts.isFunctionLike) !== undefined

/** Words in the wrong file: `first.json` contains what the first views say, and nothing else. */
function faultsOfParts(files) {
  const [first, more] = [keysOf('first'), keysOf('more')]
  const atFirst = wordsOf([...reachable(files)].map((path) => files.get(path)))
  const everywhere = wordsOf(files.values())
  return [
    ...more.filter((key) => atFirst.has(key)).map((key) => `move ${key} to first.json: a first view says it`),
    ...first
      .filter((key) => everywhere.has(key) && !atFirst.has(key))
      .map((key) => `move ${key} to more.json: no first view says it`),
    ...[...first, ...more].filter((key) => !everywhere.has(key)).map((key) => `${key} is not used`),
  ]
}

function keysOf(part) {
  return Object.keys(JSON.parse(readFileSync(join(root, `packages/words/messages/en/${part}.json`), 'utf8')))
}

function wordsOf(files) {
  const found = new Set()
  for (const file of files) visit(file, (node) => isWord(node) && found.add(node.name.text))
  return found
}

/** The files that the first views import at once. */
function reachable(files) {
  const seen = new Set()
  const follow = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const statement of files.get(path).statements) {
      const from = statement.moduleSpecifier?.text
      if (!from?.startsWith('.') || statement.importClause?.isTypeOnly) continue
      const target = join(dirname(path), from)
      const found = [`${target}.ts`, `${target}.tsx`].find((one) => files.has(one))
      if (found) follow(found)
    }
  }
  for (const view of firstViews) follow(join(source, view))
  return seen
}

function visit(node, look) {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}
