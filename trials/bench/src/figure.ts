/** A line of the table: one value, measured in every round, with its limit or peer if there is one. */
export interface Figure {
  what: string
  unit: string
  ours: number[]
  peer: { name: string; values: number[] } | null
  target: { text: string; met: boolean } | null
  /** A remark that readers need to interpret it. */
  note?: string
}

type Measured = Pick<Figure, 'what' | 'unit' | 'ours' | 'peer'>
export type Judge = (measured: Measured) => NonNullable<Figure['target']>

/** A figure with a verdict on its medians. Without a verdict it is only reported. */
export function figure(measured: Measured & { judge?: Judge; note?: string }): Figure {
  const { judge, note, ...values } = measured
  if (values.ours.length === 0) throw new Error(`${values.what}: nothing was measured.`)
  return { ...values, target: judge ? judge(values) : null, ...(note !== undefined && { note }) }
}

/** Median of Pinmark divided by the median of the peer. */
export function ratio({ ours, peer }: Pick<Figure, 'ours' | 'peer'>): number | null {
  return peer ? median(ours) / median(peer.values) : null
}

export const ratioAtLeast =
  (bound: number): Judge =>
  (measured) => ({
    text: `≥ ${bound} ×`,
    met: ratioOf(measured) >= bound,
  })

export const ratioAtMost =
  (bound: number): Judge =>
  (measured) => ({
    text: `≤ ${bound} ×`,
    met: ratioOf(measured) <= bound,
  })

export const atMost =
  (bound: number): Judge =>
  (measured) => ({
    text: `≤ ${bound} ${measured.unit}`,
    met: median(measured.ours) <= bound,
  })

export const atLeast =
  (bound: number): Judge =>
  (measured) => ({
    text: `≥ ${bound} ${measured.unit}`,
    met: median(measured.ours) >= bound,
  })

/** If a peer answers nearly as often as the generator can send, the peer may be faster than measured, so the
 *  ratio is not valid.
 *  @param ceiling rates of the generator with the fastest server; null without one */
export const unlessGeneratorIsLimit =
  (judge: Judge, ceiling: readonly number[] | null): Judge =>
  (measured) => {
    const target = judge(measured)
    const isLimited = ceiling !== null && median(peerOf(measured)) >= 0.8 * median(ceiling)
    return isLimited
      ? { text: `${target.text}, not measured: the generator is the limit`, met: false }
      : target
  }

/** At most this much above the peer's value multiplied by `factor`. */
export const aboveByAtMost =
  (bound: number, factor = 1): Judge =>
  (measured) => ({
    text: `≤ ${factor === 1 ? '' : `${factor} × `}peer + ${bound} ${measured.unit}`,
    met: median(measured.ours) <= median(peerOf(measured)) * factor + bound,
  })

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The summary of all rounds that is stored. */
export function minMedianMax(values: readonly number[]): number[] {
  return [Math.min(...values), median(values), Math.max(...values)]
}

/** Linearly interpolated between the two nearest values. @param share 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) throw new Error('There is no value.')
  return below + (above - below) * (place - Math.floor(place))
}

function ratioOf(measured: Measured): number {
  return median(measured.ours) / median(peerOf(measured))
}

function peerOf({ what, peer }: Measured): number[] {
  if (!peer) throw new Error(`${what}: its target needs a peer.`)
  return peer.values
}
