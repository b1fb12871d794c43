import { median } from '../figure'
import { formatNumber } from '../page/format'
import type { Curve } from './measure'
import { sizes } from './servers'

const panels = [
  { id: 'comments', title: 'Calls on a project' },
  { id: 'projects', title: 'Calls of a designer' },
  { id: 'accounts', title: 'Calls on an account' },
] as const
const panel = { left: 64, top: 96, width: 244, height: 260, apart: 312 }
const width = 960
const height = 496

/** The styles of the curves of a panel. They also differ in shape. */
const marks = [
  (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="4.5"/>`,
  (x: number, y: number) => `<rect x="${x - 4.2}" y="${y - 4.2}" width="8.4" height="8.4"/>`,
  (x: number, y: number) => `<path d="M${x} ${y - 5.6}l5.2 9.4h-10.4z"/>`,
]

/** Draws the results: logarithmic axes, milliseconds upwards, one panel for related calls. It follows the
 *  light or dark theme of the reader and has its own background. @returns an SVG document */
export function plot(curves: readonly Curve[]): string {
  const scale = yScale(curves)
  const drawn = panels.map(({ id, title }, index) =>
    drawPanel(
      { title, left: panel.left + index * panel.apart, scale },
      curves.filter((curve) => curve.panel === id),
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">Time of nine calls against 100 to 100,000 comments, projects and accounts</title>
<style>
:root { color-scheme: light dark }
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.ground { fill: #ffffff } .quiet { fill: #57606a } .strong { font-weight: 600; font-size: 15px }
.grid { stroke: #d8dee4 } .frame { stroke: #8c959f; fill: none }
.c0 { fill: #0b62c4; stroke: #0b62c4 } .c1 { fill: #b3470e; stroke: #b3470e } .c2 { fill: #14713f; stroke: #14713f }
.line { fill: none; stroke-width: 2 } .span { stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.ground { fill: #0d1117 } .quiet { fill: #9da7b1 } .grid { stroke: #2b323b } .frame { stroke: #6e7681 }
.c0 { fill: #6cb2ff; stroke: #6cb2ff } .c1 { fill: #ffa365; stroke: #ffa365 } .c2 { fill: #5fd38d; stroke: #5fd38d }
}
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="strong" x="24" y="34">Ten, a hundred and a thousand times as much on the server</text>
<text class="quiet" x="24" y="56">Milliseconds a call, one at a time: median over all rounds; bars from the quickest to the slowest round. Both axes are logarithmic.</text>
${drawn.join('\n')}
</svg>
`
}

interface Scale {
  ticks: number[]
  /** Pixels from the top of the picture. */
  y: (milliseconds: number) => number
}

/** From a step of 1, 2, 5 below all values to one above them. */
function yScale(curves: readonly Curve[]): Scale {
  const values = curves.flatMap(({ points }) => points.flatMap(({ rounds }) => rounds))
  const steps = [-2, -1, 0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power))
  const least = Math.max(...steps.filter((step) => step <= Math.min(...values)))
  const most = Math.min(...steps.filter((step) => step >= Math.max(...values)))
  const share = (value: number) => Math.log(value / least) / Math.log(most / least)
  return {
    ticks: steps.filter((step) => step >= least && step <= most),
    y: (value) => round(panel.top + panel.height * (1 - share(value))),
  }
}

function drawPanel(
  { title, left, scale }: { title: string; left: number; scale: Scale },
  curves: readonly Curve[],
): string {
  const [right, bottom] = [left + panel.width, panel.top + panel.height]
  const inset = 22
  const x = (size: number) =>
    round(left + inset + ((panel.width - 2 * inset) * Math.log10(size / sizes[0])) / 3)
  const across = scale.ticks.map((tick) => {
    const y = scale.y(tick)
    return `<path class="grid" d="M${left} ${y}H${right}"/><text class="quiet" text-anchor="end" x="${left - 8}" y="${y + 4}">${tick} ms</text>`
  })
  const down = sizes.map((size) => {
    const label = size.toLocaleString('en-GB')
    return `<path class="grid" d="M${x(size)} ${panel.top}V${bottom}"/><text class="quiet" text-anchor="middle" x="${x(size)}" y="${bottom + 18}">${label}</text>`
  })
  // Side by side, so that no bar covers another.
  const beside = (index: number) => (size: number) => round(x(size) + (index - 1) * 5)
  const lines = curves.map((curve, index) => drawCurve(curve, { index, x: beside(index), scale }))
  const legend = curves.map((curve, index) => {
    const y = bottom + 66 + index * 22
    return `<g class="c${index}">${marks[index]?.(left + 6, y - 4)}</g><text x="${left + 18}" y="${y}">${curve.name}: ${growthOf(curve)}</text>`
  })
  return [
    `<text class="strong" x="${left}" y="${panel.top - 12}">${title}</text>`,
    ...across,
    ...down,
    `<rect class="frame" x="${left}" y="${panel.top}" width="${panel.width}" height="${panel.height}"/>`,
    `<text class="quiet" text-anchor="middle" x="${left + panel.width / 2}" y="${bottom + 38}">comments, projects and accounts</text>`,
    ...lines,
    ...legend,
  ].join('\n')
}

function drawCurve(
  { points }: Curve,
  { index, x, scale }: { index: number; x: (size: number) => number; scale: Scale },
): string {
  const path = points.map(({ size, rounds }) => `${x(size)} ${scale.y(median(rounds))}`).join('L')
  const spans = points.map(
    ({ size, rounds }) =>
      `<path class="span" d="M${x(size)} ${scale.y(Math.min(...rounds))}V${scale.y(Math.max(...rounds))}"/>`,
  )
  const dots = points.map(({ size, rounds }) => marks[index]?.(x(size), scale.y(median(rounds))))
  return `<g class="c${index}"><path class="line" d="M${path}"/>${spans.join('')}${dots.join('')}</g>`
}

/** `4.1 to 4.3 ms`: at the smallest and at the largest size. */
function growthOf({ points }: Curve): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) throw new Error('A curve needs points.')
  return `${formatNumber(median(first.rounds))} to ${formatNumber(median(last.rounds))} ms`
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
