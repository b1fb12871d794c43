import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

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
body { margin: 0; background: var(--canvas); color: var(--ink); }
a { color: inherit; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 8px; padding: 8px 12px; background: var(--surface); z-index: 1; }
header {
  display: flex; align-items: center; justify-content: space-between; height: 52px; padding: 0 24px;
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
