import { median, ratio, type Figure } from '../figure'
import type { Outcome } from '../run-row'
import { formatNumber } from './format'

/** The line that a row prints: all its results, as medians. */
export function summaryLine({ id, work, figures, seconds }: Outcome): string {
  const judged = figures.filter(({ target }) => target !== null)
  const met = judged.filter(({ target }) => target?.met).length
  const verdict = judged.length === 0 ? '' : met === judged.length ? 'met    ' : 'MISSED '
  return `${id.padEnd(7)}${verdict}${work} (${met} of ${judged.length} targets met, ${seconds} s): ${figures.map(words).join('; ')}`
}

function words(measured: Figure): string {
  const { what, unit, ours, peer, target } = measured
  const share = ratio(measured)
  const beside =
    peer && share !== null
      ? `, ${peer.name} ${formatNumber(median(peer.values))}, ${formatNumber(share)} ×`
      : ''
  const verdict = target ? ` [${target.text} ${target.met ? 'met' : 'MISSED'}]` : ''
  return `${what} ${formatNumber(median(ours))} ${unit}${beside}${verdict}`
}
