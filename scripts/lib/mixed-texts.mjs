import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './root.mjs'

/** Texts of the web app that stand beside siblings and may change, or follow siblings that come and go. A translator replaces
 *  text nodes, and React then changes the one that has left the page, or fails to put an element before it. In an element
 *  of its own a text is safe. https://github.com/facebook/react/issues/11538
 *
 *  Slots (`{children}`) count as elements, although a caller may fill them with a text.
 *  @param {string} [extra] a source that is looked at too, to prove that the check can fail
 *  @returns {{ seen: number, found: string[] }} */
export function mixedTexts(extra) {
  const config = join(root, 'apps/web/tsconfig.json')
  const { config: json } = ts.readConfigFile(config, (file) => ts.sys.readFile(file))
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config))
  const files = fileNames.filter((file) => /\/src\/.*(?<!\.test)\.tsx$/.test(file))
  const extraFile = join(root, 'apps/web/src/mixed-texts-example.tsx')
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, version) =>
    file === extraFile && extra !== undefined
      ? ts.createSourceFile(file, extra, version)
      : getSourceFile(file, version)
  const program = ts.createProgram(extra === undefined ? files : [...files, extraFile], options, host)
  const checker = program.getTypeChecker()
  const found = []

  for (const file of program.getSourceFiles()) {
    if (![...files, extraFile].includes(file.fileName)) continue
    visit(file, (node) => {
      if (!ts.isJsxElement(node) && !ts.isJsxFragment(node)) return
      for (const child of mixedIn(node, checker)) {
        const { line } = file.getLineAndCharacterOfPosition(child.getStart(file))
        const text = child.getText(file).trim().replaceAll(/\s+/g, ' ').slice(0, 80)
        found.push(`${relative(root, file.fileName)}:${line + 1}: ${text}`)
      }
    })
  }
  return { seen: files.length, found }
}

function visit(node, look) {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}

function mixedIn({ children }, checker) {
  const shown = children.filter((child) => !isBlank(child))
  if (shown.length < 2) return []
  let followsChange = false
  return shown.filter((child) => {
    const kind = ts.isJsxText(child)
      ? 'text'
      : ts.isJsxExpression(child)
        ? kindOf(child.expression, checker)
        : 'element'
    const isMixed = kind === 'changing text' || (kind === 'text' && followsChange)
    if (kind === 'changing text' || kind === 'changing') followsChange = true
    return isMixed
  })
}

/** Spaces are not translated. */
function isBlank(child) {
  if (ts.isJsxText(child)) return child.text.trim() === ''
  if (!ts.isJsxExpression(child)) return false
  return !child.expression || (ts.isStringLiteral(child.expression) && child.expression.text.trim() === '')
}

function kindOf(expression, checker) {
  if (ts.isStringLiteralLike(expression) || isFixedSentence(expression)) return 'text'
  const types = partsOf(checker.getTypeAtLocation(expression))
  const { StringLike, NumberLike, BigIntLike, BooleanLike, Null, Undefined, Void } = ts.TypeFlags
  const isText = ({ flags }) => (flags & (StringLike | NumberLike | BigIntLike)) !== 0
  const isNothing = (type) =>
    (type.flags & (BooleanLike | Null | Undefined | Void)) !== 0 ||
    (type.isStringLiteral() && type.value === '')
  if (types.every((type) => isNothing(type) || isText(type)))
    return types.every(isNothing) ? 'element' : 'changing text'
  return 'changing'
}

/** `m.share_open()`: a sentence of the catalogue without inputs is the same as long as the page is open. */
function isFixedSentence(expression) {
  return (
    ts.isCallExpression(expression) &&
    expression.arguments.length === 0 &&
    ts.isPropertyAccessExpression(expression.expression) &&
    expression.expression.expression.getText() === 'm'
  )
}

function partsOf(type) {
  return type.isUnion() ? type.types.flatMap(partsOf) : [type]
}
