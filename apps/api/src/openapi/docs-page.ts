import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Content } from '@pinmark/shared/api/endpoint'
import { readApiDocument } from '@pinmark/shared/api/service'
import { escapeHtml } from '../base/escape-html'
import { errorCatalogue } from '@pinmark/shared/messages'
import { headerMeaning, headersOf, queryOf, templateOf } from './document'
import type { JsonSchema } from './json-schema'
import { type AllWords, type Operation, operationsOf, refusalsOfAll } from './operations'
import { apiSchemas } from './schemas'
import { pinmarkVersion } from '../version'

export const docsStylePath = '/docs.css'

/** The description of the API as a page. It has no script and loads only its own style sheet. */
export function docsPage(words: AllWords): string {
  const operations = operationsOf(words)
  const names = [...new Set(operations.map((call) => call.words.topic))]
  const topics = names.map((name) => ({
    name,
    calls: operations.filter((call) => call.words.topic === name),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · Pinmark</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${docsStylePath}">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/"><span class="logo" aria-hidden="true"></span>Pinmark</a>
<a href="${readApiDocument.path}">openapi.json</a>
</header>
<div class="layout">
<nav aria-label="Calls">
${topics.map(({ name, calls }) => index(name, calls)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<h1>The API of Pinmark</h1>
<p>Version ${pinmarkVersion}</p>
${introduction()}
${topics.map(({ name, calls }) => section(name, calls)).join('\n')}
<section aria-labelledby="shapes">
<h2 id="shapes">Shapes</h2>
${Object.keys(apiSchemas().components).map(shape).join('\n')}
</section>
</main>
</div>
</body>
</html>
`
}

function introduction(): string {
  return `<p>Everything the web app does, it does with these calls. They send and answer JSON, except where it says otherwise.
A login answers a token; send it as <code>Authorization: Bearer …</code>. Who has only the link needs none.</p>
<p>A refusal is a sentence and a code, <code>{"error", "code"}</code>, and the code is in the header <code>X-Error-Code</code> too.
The values in the sentence are in <code>params</code>, and in the header <code>X-Error-Params</code>.
Every answer carries <code>X-Request-Id</code>, which finds its line in the log of the server. <code>Retry-After</code> says after how many seconds it makes sense to try again.</p>
<p>Any call can be refused with these:</p>
${errorTable(refusalsOfAll)}`
}

function index(topic: string, calls: Operation[]): string {
  const links = calls.map((call) => `<li><a href="#${call.name}">${escapeHtml(call.words.summary)}</a></li>`)
  const id = `calls-${topic.toLowerCase()}`
  return `<p id="${id}">${escapeHtml(topic)}</p>\n<ul aria-labelledby="${id}">${links.join('')}</ul>`
}

function section(topic: string, calls: Operation[]): string {
  const id = topic.toLowerCase()
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${escapeHtml(topic)}</h2>\n${calls.map(article).join('\n')}\n</section>`
}

const accessWords: Record<Operation['access'], string> = {
  required: 'Needs a token.',
  link: 'For the owner with their token, and for everyone who has the link, as far as it allows.',
  none: 'Needs no token.',
}

function article(call: Operation): string {
  return `<article id="${call.name}">
<h3>${escapeHtml(call.words.summary)}</h3>
<p class="call"><b>${call.endpoint.method}</b> <code>${escapeHtml(templateOf(call.endpoint))}</code></p>
${call.words.description === undefined ? '' : `<p>${escapeHtml(call.words.description)}</p>`}
<p class="access">${accessWords[call.access]}</p>
${queryTable(call)}${headerTable(call)}${bodyTable(call)}
<h4>Answer</h4>
<p><code>${Object.keys(call.endpoint.answers)[0]}</code> ${escapeHtml(call.words.answer)} ${answerKind(call)}</p>
<h4>Refusals</h4>
${errorTable([...call.refusals.values()].flat())}
</article>`
}

function answerKind({ endpoint }: Operation): string {
  const [answer] = Object.values(endpoint.answers)
  if (!answer) return ''
  const { schema, contentTypes }: Partial<Content> = 'contentTypes' in answer ? answer : { schema: answer }
  if (schema) return shapeLink(apiSchemas().nameOf(schema))
  return contentTypes ? `<code>${contentTypes.join('</code> or <code>')}</code>` : ''
}

function queryTable({ endpoint }: Operation): string {
  const properties = Object.fromEntries(queryOf(endpoint))
  return endpoint.query ? `<h4>Query</h4>\n${fieldTable({ properties })}\n` : ''
}

function headerTable(call: Operation): string {
  const rows = headersOf(call.endpoint).map((name) => [
    `<code>${escapeHtml(name)}</code>`,
    escapeHtml(headerMeaning(name, call)),
  ])
  return rows.length > 0 ? `<h4>Headers</h4>\n${table(['Header', 'Meaning'], rows)}\n` : ''
}

function bodyTable({ endpoint: { body, upload } }: Operation): string {
  const { nameOf } = apiSchemas()
  const json = upload?.json ?? body
  const shapes = [
    ...(json ? [`<code>application/json</code>: ${shapeLink(nameOf(json))}`] : []),
    ...(upload ? [`<code>multipart/form-data</code>: ${shapeLink(nameOf(upload.form))}`] : []),
  ]
  return shapes.length > 0 ? `<h4>Body</h4>\n<p>${shapes.join(' or ')}</p>\n` : ''
}

function shapeLink(name: string): string {
  return `<a href="#shape-${name}">${name}</a>`
}

function shape(name: string): string {
  return `<article id="shape-${name}">\n<h3>${name}</h3>\n${shapeBody(apiSchemas().components[name])}\n</article>`
}

function shapeBody(schema: JsonSchema | undefined): string {
  return schema?.properties ? fieldTable(schema) : `<p>${kind(schema ?? {})}</p>`
}

function fieldTable(schema: JsonSchema | undefined): string {
  const required = new Set(schema?.required)
  const rows = Object.entries(schema?.properties ?? {}).map(([name, property]) => [
    `<code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' <i>optional</i>'}`,
    kind(property),
  ])
  return table(['Field', 'Value'], rows)
}

/** A schema in words. */
function kind(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    return shapeLink(schema.$ref.split('/').at(-1) ?? '')
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(kind).join(' or ')
  if (schema.enum) return schema.enum.map(literal).join(' or ') + standard(schema)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.items) return `list of ${kind(schema.items)}`
  if (schema.properties) {
    const inner = Object.entries(schema.properties).map(
      ([name, property]) => `<li><code>${escapeHtml(name)}</code> ${kind(property)}</li>`,
    )
    return `object<ul>${inner.join('')}</ul>`
  }
  return simpleKind(schema) + standard(schema)
}

function simpleKind(schema: JsonSchema): string {
  if (schema.format === 'date-time') return 'ISO timestamp'
  if (schema.pattern === '^[A-Za-z0-9_-]{22}$') return 'id of 22 characters'
  if (schema.pattern === '^[A-Za-z0-9_-]{44}$') return 'id of an image, 44 characters'
  if (schema.pattern === '^\\d{1,9}$') return 'whole number'
  const limit =
    schema.maxLength === undefined ? '' : `, at most ${schema.maxLength.toLocaleString('en')} characters`
  const least = (schema.minLength ?? 0) > 1 ? `, at least ${schema.minLength}` : ''
  return `${[schema.type ?? 'anything'].flat().map(typeWord).join(' or ')}${limit}${least}`
}

function typeWord(type: string): string {
  const words: Record<string, string> = { string: 'text', boolean: 'true or false' }
  return words[type] ?? escapeHtml(type)
}

function standard(schema: JsonSchema): string {
  return schema.default === undefined ? '' : `; ${literal(schema.default)} when left out`
}

function literal(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`
}

function errorTable(codes: readonly (keyof typeof errorCatalogue)[]): string {
  const rows = codes.map((code) => {
    const { status, text: sentence } = errorCatalogue[code]
    return [String(status), `<code>${code}</code>`, escapeHtml(sentence)]
  })
  return `<details><summary>${rows.length} kinds</summary>${table(['Status', 'Code', 'Sentence'], rows)}</details>`
}

function table(heads: string[], rows: string[][]): string {
  const cells = (row: string[]) => row.map((cell) => `<td>${cell}</td>`).join('')
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('')
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('')
  return `<div class="scroll" tabindex="0" role="group" aria-label="${heads.join(', ')}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** The style sheet of the page `/docs`, with the letters of the web app where it was built. */
export async function docsStyle(webDir: string): Promise<string> {
  // Without a build, the page has a font of the system.
  const files = await readdir(join(webDir, 'assets')).catch(() => [])
  const font = files.find((file) => /^inter-latin-wght-normal-.*\.woff2$/.test(file))
  return font === undefined ? style : `${faceOf(font)}${style}`
}

function faceOf(file: string): string {
  return `@font-face { font-family: "Inter Variable"; src: url(/assets/${file}) format("woff2"); font-weight: 100 900; font-display: swap; }`
}

/** In the colours and measures of the web app. It is part of the program, so that the page works where the web app was
 *  never built. */
const style = `
:root {
  color-scheme: light dark;
  --canvas: #f3f3f1; --surface: #ffffff; --fill: #e8e8e5; --line: #dededa;
  --ink: #161615; --ink-2: #494946; --ink-3: #62625d; --mark: #ff6b1a; --on-mark: #1c0b00; --focus: #161615;
  --line-2: #c4c4bf;
  font: 0.875rem/1.25rem "Inter Variable", Inter, system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #131312; --surface: #1b1b1a; --fill: #2d2d2b; --line: #30302e;
    --ink: #f3f3f0; --ink-2: #c6c6c1; --ink-3: #a1a19b; --mark: #ff7a30; --focus: #f3f3f0;
    --line-2: #4a4a46;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 8px; padding: 8px 12px; background: var(--surface); z-index: 1; }
header {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 16px; min-height: 52px; padding: 0 24px;
  background: var(--surface); border-bottom: 1px solid var(--line);
}
header > a { font-weight: 550; text-decoration: none; }
.brand { display: flex; align-items: center; gap: 9px; font-weight: 650; font-size: 1rem; letter-spacing: -0.02em; }
.logo { position: relative; width: 18px; height: 21px; }
.logo::before {
  content: ""; position: absolute; inset: 0 0 auto; height: 18px; border-radius: 50% 50% 1px 50%; rotate: 45deg;
  background: var(--mark); box-shadow: inset 0 0 0 5px var(--mark), inset 0 0 0 9px var(--on-mark);
}
.layout { display: grid; grid-template-columns: 280px minmax(0, 1fr); max-width: 1200px; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 24px; }
nav p { margin: 16px 0 4px; font-size: 0.8125rem; font-weight: 600; letter-spacing: 0; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 4px 0; color: var(--ink-2); text-decoration: none; }
@media (hover: hover) { nav a:hover { color: var(--ink); text-decoration: underline; } }
main { padding: 16px 24px 64px; }
h1 { margin: 16px 0; font-size: 1.625rem; line-height: 2rem; font-weight: 620; letter-spacing: -0.022em; }
h2 { margin: 48px 0 16px; font-size: 1.25rem; line-height: 1.625rem; font-weight: 620; letter-spacing: -0.018em; }
h3 { margin: 0 0 8px; font-size: 0.9375rem; line-height: 1.375rem; font-weight: 600; }
h4 { margin: 20px 0 6px; font-size: 0.8125rem; font-weight: 600; color: var(--ink-2); }
p { margin: 8px 0; max-width: 92ch; }
article { margin: 0 0 16px; padding: 20px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; scroll-margin-top: 16px; }
.call b { padding: 0 5px; border-radius: 4px; box-shadow: inset 0 0 0 1px var(--line-2); color: var(--ink-2); font-size: 0.75rem; line-height: 1.125rem; font-weight: 500; }
.access { color: var(--ink-3); }
code { font: 0.8125rem/1.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
i { color: var(--ink-3); font-style: normal; }
summary { cursor: pointer; padding: 4px 0; color: var(--ink-2); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 16px 6px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td:first-child code { overflow-wrap: normal; }
th { font-size: 0.75rem; font-weight: 550; color: var(--ink-3); }
td ul { margin: 4px 0 0; padding-left: 16px; }
@media (max-width: 767px) {
  header { padding: 0 16px; }
  .layout { display: block; }
  nav { position: static; max-height: none; padding: 16px 16px 0; }
  nav a { padding: 12px 0; }
  main { padding: 8px 16px 48px; }
  article { padding: 16px; }
}
`
