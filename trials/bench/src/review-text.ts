import { Random } from '@pinmark/testbed/random'

const words =
  'the heading button photo margin looks feels could should a little more calmer larger than before on small screens ' +
  'this colour reads well against that background maybe we try another weight here and align it with the grid price ' +
  'please check contrast of second line footer link spacing too tight I would move up down left right'
const choices = words.split(' ')

/** A typical remark of a reviewer, 20 to 140 characters, the same for the same number. Different texts keep
 *  compression realistic. */
export function reviewText(number: number): string {
  const random = new Random(number)
  const length = random.whole(20, 140)
  let text = `${number}:`
  while (text.length < length) text += ` ${random.pick(choices)}`
  return text
}
