import { randomOf, seedOf } from './random'
import { amountOf, textOf } from './words'

/** Parts of pages. `data-section`, `data-list` and `data-columns` mark the targets of edits. Places are sampled on
 *  elements of the class `leaf`. `id` seeds the texts of a part. */

const leaf = (tag: string, text: string, more = '') => `<${tag} class="leaf ${more}">${text}</${tag}>`
const list = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

/** A synthetic photo: gradients, hills and grain. */
export function photo(seed: string, style = ''): string {
  const random = randomOf(seedOf(seed))
  const hue = Math.floor(random() * 360)
  const hills = list(5, (at) => {
    const top = 70 + at * 34 + random() * 30
    const bends = Array.from({ length: 6 }, () => (random() * 46 - 23 + top).toFixed(0))
    return `<path d="M0 ${bends[0]} ${bends.map((y, bend) => `L${bend * 80} ${y}`).join(' ')} L400 300 L0 300Z" fill="hsl(${(hue + at * 25) % 360} ${30 + at * 8}% ${62 - at * 10}%)"/>`
  })
  const spots = list(
    7,
    () =>
      `<ellipse cx="${(random() * 400).toFixed(0)}" cy="${(random() * 280).toFixed(0)}" rx="${(8 + random() * 40).toFixed(0)}" ry="${(6 + random() * 26).toFixed(0)}" fill="hsl(${Math.floor(random() * 360)} 55% ${Math.floor(35 + random() * 45)}%)" opacity=".75"/>`,
  )
  // Shapes that make each photo unique. Noise filters would take seconds to render.
  const grain = list(90, () => {
    const [x, y, size] = [random() * 400, random() * 300, 2 + random() * 9]
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l${size.toFixed(1)} ${(random() * 8 - 4).toFixed(1)}l${(random() * 6 - 3).toFixed(1)} ${size.toFixed(1)}z" fill="hsl(${Math.floor(random() * 360)} 30% ${Math.floor(20 + random() * 65)}%)" opacity=".5"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice"><rect width="400" height="300" fill="hsl(${hue} 45% 80%)"/>${hills}${spots}${grain}</svg>`
  return `<img class="leaf photo" style="${style}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`
}

const icon = (seed: string) => {
  const random = randomOf(seedOf(`icon ${seed}`))
  const at = () => Math.floor(3 + random() * 18)
  return `<svg class="leaf icon" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M${at()} ${at()}L${at()} ${at()}L${at()} ${at()}"/><circle cx="${at()}" cy="${at()}" r="4"/></svg>`
}
const button = (text: string, more = '') => leaf('a', text, `btn ${more}`)

export const nav = (id: string) =>
  `<header data-section class="nav"><div class="wrap row">${leaf('b', textOf(id, 1), 'logo')}<nav class="row" data-list>${list(5, (at) => leaf('a', textOf(`${id} nav ${at}`, 1), 'link'))}</nav>${button(textOf(`${id} go`, 2))}</div></header>`

export const hero = (id: string, layout: 'split' | 'centre' = 'split') =>
  layout === 'split'
    ? `<section data-section class="hero"><div class="wrap columns" data-columns><div>${leaf('h1', textOf(`${id} h`, 6))}${leaf('p', textOf(`${id} p`, 24), 'lead')}<div class="row">${button(textOf(`${id} a`, 2))}${button(textOf(`${id} b`, 2), 'quiet')}</div></div><div>${photo(`${id} photo`, 'height:340px')}</div></div></section>`
    : `<section data-section class="hero centre"><div class="wrap">${leaf('span', textOf(`${id} t`, 2), 'tag')}${leaf('h1', textOf(`${id} h`, 5))}${leaf('p', textOf(`${id} p`, 20), 'lead')}<div class="row middle">${button(textOf(`${id} a`, 2))}${button(textOf(`${id} b`, 2), 'quiet')}</div></div></section>`

export const features = (id: string, count = 3) =>
  `<section data-section><div class="wrap">${leaf('h2', textOf(`${id} h`, 4))}<div class="grid" style="--n:3" data-list>${list(count, (at) => `<article class="card">${icon(`${id} ${at}`)}${leaf('h3', textOf(`${id} h ${at}`, 3))}${leaf('p', textOf(`${id} p ${at}`, 16))}${leaf('a', 'Learn more', 'link')}</article>`)}</div></div></section>`

export const story = (id: string, flipped = false) => {
  const words = `<div>${leaf('h2', textOf(`${id} h`, 5))}${leaf('p', textOf(`${id} p`, 40))}${leaf('p', textOf(`${id} q`, 28))}${button(textOf(`${id} a`, 2), 'quiet')}</div>`
  const image = `<div>${photo(`${id} photo`, 'height:300px')}</div>`
  return `<section data-section class="tint"><div class="wrap columns" data-columns>${flipped ? image + words : words + image}</div></section>`
}

export const quote = (id: string) =>
  `<section data-section class="ink"><div class="wrap centre">${leaf('h2', `“${textOf(`${id} q`, 14)}”`)}${leaf('p', textOf(`${id} who`, 2))}</div></section>`

export const plans = (id: string) =>
  `<section data-section><div class="wrap">${leaf('h2', textOf(`${id} h`, 3), 'centre')}<div class="grid" style="--n:3" data-list>${list(3, (at) => `<article class="card plan">${leaf('h3', textOf(`${id} n ${at}`, 1))}${leaf('div', `$${amountOf(`${id} ${at}`, 90)}`, 'price')}<ul>${list(5, (row) => leaf('li', textOf(`${id} ${row % 2 ? at : ''} ${row}`, 3)))}</ul>${button('Choose plan')}</article>`)}</div></div></section>`

export const questions = (id: string, count = 6) =>
  `<section data-section class="tint"><div class="wrap slim">${leaf('h2', textOf(`${id} h`, 3))}<div data-list>${list(count, (at) => `<div class="faq">${leaf('h3', `${textOf(`${id} q ${at}`, 7)}?`)}${leaf('p', textOf(`${id} a ${at}`, 26))}</div>`)}</div></div></section>`

export const products = (id: string, count = 12) =>
  `<section data-section><div class="wrap">${leaf('h2', textOf(`${id} h`, 2))}<div class="grid" style="--n:4" data-list>${list(count, (at) => `<article class="item">${photo(`${id} ${at}`, 'height:200px')}${leaf('h3', textOf(`${id} n ${at}`, 2))}<div class="row apart">${leaf('span', `$${amountOf(`${id} ${at}`)}`, 'price')}${button('Add to cart', 'small')}</div></article>`)}</div></div></section>`

export const tiles = (id: string) =>
  `<section data-section class="snug"><div class="wrap grid" style="--n:4" data-list>${list(4, (at) => `<article class="card">${leaf('span', textOf(`${id} l ${at}`, 2), 'note')}${leaf('div', amountOf(`${id} ${at}`, 9_000), 'number')}${leaf('span', `+${amountOf(`${id} d ${at}`, 9)} %`, 'tag')}</article>`)}</div></section>`

export const charts = (id: string) => {
  const chart = (at: number) => {
    const random = randomOf(seedOf(`${id} chart ${at}`))
    const bars = list(
      14,
      (bar) =>
        `<rect x="${bar * 28 + 6}" y="${(20 + random() * 130).toFixed(0)}" width="16" height="200" fill="var(--accent)" opacity="${(0.4 + random() * 0.6).toFixed(2)}"/>`,
    )
    return `<article class="card">${leaf('h3', textOf(`${id} t ${at}`, 3))}<svg class="leaf chart" viewBox="0 0 400 190" width="100%" height="220">${bars}<path d="M0 189H400" stroke="currentColor"/></svg></article>`
  }
  return `<section data-section class="snug"><div class="wrap columns" data-columns>${chart(0)}${chart(1)}</div></section>`
}

export const table = (id: string, count = 12) =>
  `<section data-section class="snug"><div class="wrap">${leaf('h2', textOf(`${id} h`, 2))}<table><thead><tr>${list(5, (at) => leaf('th', textOf(`${id} c ${at}`, 1)))}</tr></thead><tbody data-list>${list(count, (at) => `<tr>${leaf('td', textOf(`${id} n ${at}`, 2))}${leaf('td', textOf(`${id} e ${at}`, 3))}${leaf('td', `<span class="tag">${['Paid', 'Open', 'Late'][seedOf(`${id} ${at}`) % 3]}</span>`)}${leaf('td', `$${amountOf(`${id} ${at}`)}`)}${leaf('td', 'Edit', 'link')}</tr>`)}</tbody></table></div></section>`

export const article = (id: string, count = 8) =>
  `<section data-section><div class="wrap slim">${leaf('h1', textOf(`${id} h`, 7))}${leaf('p', `${textOf(`${id} by`, 2)} · ${amountOf(id, 30)}`, 'note')}${photo(`${id} lead`, 'height:380px')}${list(count, (at) => (at % 3 === 2 ? leaf('h2', textOf(`${id} t ${at}`, 4)) : '') + leaf('p', textOf(`${id} p ${at}`, 50 + at * 6)))}</div></section>`

export const form = (id: string, count = 7) =>
  `<section data-section><div class="wrap slim">${leaf('h1', textOf(`${id} h`, 3))}${leaf('p', textOf(`${id} p`, 18))}<div data-list>${list(count, (at) => `<div class="field">${leaf('label', textOf(`${id} l ${at}`, 2))}${leaf('div', at % 3 === 0 ? '' : textOf(`${id} v ${at}`, 2), 'input')}${at % 2 ? leaf('span', textOf(`${id} n ${at}`, 7), 'note') : ''}</div>`)}</div><div class="row">${button('Save changes')}${button('Cancel', 'quiet')}</div></div></section>`

export const gallery = (id: string, count = 9) =>
  `<section data-section><div class="wrap">${leaf('h2', textOf(`${id} h`, 3))}<div class="grid tight" style="--n:3" data-list>${list(count, (at) => `<figure>${photo(`${id} ${at}`, 'height:260px')}${leaf('p', textOf(`${id} ${at}`, 4), 'note')}</figure>`)}</div></div></section>`

export const reading = (id: string) =>
  `<section data-section><div class="wrap columns side" data-columns><aside>${list(12, (at) => leaf('a', textOf(`${id} n ${at}`, 2), 'link line'))}</aside><div>${leaf('h1', textOf(`${id} h`, 4))}${list(4, (at) => leaf('h2', textOf(`${id} t ${at}`, 3)) + leaf('p', textOf(`${id} p ${at}`, 44)) + leaf('pre', textOf(`${id} c ${at}`, 9).split(' ').join('(\n  ')))}</div></div></section>`

export const messages = (id: string, count = 14) =>
  `<section data-section class="snug"><div class="wrap" data-list>${list(count, (at) => `<div class="message row">${leaf('span', textOf(`${id} ${at}`, 1).slice(0, 1), 'face')}${leaf('b', textOf(`${id} who ${at}`, 2), 'who')}${leaf('span', textOf(`${id} s ${at}`, 8), 'subject')}${leaf('span', `${(seedOf(`${id} ${at}`) % 12) + 1} May`, 'note')}${leaf('a', 'Reply', 'link')}</div>`)}</div></section>`

/** Small icons of few kinds, some of them twice under the same word. */
export const launcher = (id: string, count: number, look = '') =>
  `<section data-section><div class="wrap">${leaf('h2', textOf(`${id} h`, 2))}<div class="grid apps ${look}" data-list>${list(count, (at) => `<div class="app">${icon(`${id} ${at % 9}`)}${leaf('span', textOf(`${id} ${at % 31}`, 1), 'note')}</div>`)}</div></div></section>`

/** The same few labels and switches under each heading, in different combinations. */
export const settings = (id: string, groups: number) =>
  list(groups, (group) => {
    const rows = list(4, (at) => {
      const seed = seedOf(`${id} ${group} ${at}`)
      const label = (group * 2 + at * (1 + (group % 3))) % 7
      return `<div class="row apart option"><div>${leaf('label', textOf(`${id} l ${label}`, 2))}${label % 2 ? leaf('span', textOf(`${id} n ${label}`, 7), 'note') : ''}</div>${leaf('i', '', seed % 3 ? 'switch on' : 'switch')}</div>`
    })
    return `<section data-section class="snug"><div class="wrap slim">${leaf('h2', textOf(`${id} h ${group}`, 2))}<div data-list>${rows}</div>${button('Reset', 'quiet small')}</div></section>`
  })

export const calendar = (id: string, days = 35) =>
  `<section data-section><div class="wrap">${leaf('h2', textOf(`${id} h`, 2))}<div class="days" data-list>${list(days, (at) => `<div class="day">${leaf('span', String((at % 31) + 1), 'note')}${list(seedOf(`${id} ${at}`) % 3, (entry) => leaf('p', textOf(`${id} ${seedOf(`${id} ${at} ${entry}`) % 6}`, 2), 'tag'))}</div>`)}</div></div></section>`

/** Messages made of few names and few verbs. */
export const feed = (id: string, count = 18) =>
  `<section data-section><div class="wrap slim" data-list>${list(count, (at) => {
    const [who, what] = [seedOf(`${id} who ${at}`) % 4, seedOf(`${id} what ${at}`) % 5]
    return `<div class="message row">${photo(`${id} ${who}`, 'width:40px;height:40px;margin:0;border-radius:50%')}<div class="subject">${leaf('b', textOf(`${id} ${who}`, 2))} ${leaf('span', textOf(`${id} did ${what}`, 4))}${leaf('span', `${at + 1} h`, 'note')}</div>${leaf('a', 'Reply', 'link')}</div>`
  })}</div></section>`

export const footer = (id: string) =>
  `<footer data-section class="ink"><div class="wrap grid" style="--n:4">${list(4, (at) => `<div>${leaf('h4', textOf(`${id} ${at}`, 1))}${list(4, (row) => leaf('a', textOf(`${id} ${at} ${row}`, 2), 'link line'))}</div>`)}</div></footer>`
