import { randomOf, seedOf } from './random'

const vocabulary =
  'harbour window evening market garden paper river copper signal morning studio letter bridge summer engine northern silver coffee planet velvet anchor basket canvas desert ember forest granite hollow island jacket kettle lantern meadow needle orchard pepper quarry ribbon saddle timber umbrella valley walnut yellow zephyr account balance invoice delivery project schedule review update customer meeting report budget holiday number office travel station ticket camera feature product service support privacy contact design' +
  ' simple quiet bright early sudden gentle modern honest careful steady open clever narrow plain proper ready sharp whole young former'

const words = vocabulary.split(' ')

/** Text that is the same for the same seed and different for others. */
export function textOf(seed: string, count: number): string {
  const random = randomOf(seedOf(seed))
  const chosen = Array.from({ length: count }, () => words[Math.floor(random() * words.length)] ?? '')
  const text = chosen.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function amountOf(seed: string, max = 400): string {
  const random = randomOf(seedOf(seed))
  return `${Math.floor(random() * max) + 9}.${Math.floor(random() * 90) + 10}`
}
