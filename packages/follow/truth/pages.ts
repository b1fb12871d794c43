import * as block from './blocks'

interface Theme {
  accent: string
  font: string
  radius: number
  maxWidth: number
  size: number
  ground?: string
}

/** A page in HTML for a viewport of 1,440 px, or of `width` px. */
export interface TruthPage {
  name: string
  /** Whether the method was tuned on this page; the others are held out. */
  isTuned: boolean
  width: number
  html: string
}

const wide = { font: '"Liberation Sans", Arial, sans-serif', radius: 10, maxWidth: 1_120, size: 16 }
const serif = { font: '"Liberation Serif", Georgia, serif', radius: 2, maxWidth: 1_080, size: 18 }

export const pages: TruthPage[] = [
  page('landing', true, { ...wide, accent: '#2456d6' }, [
    block.nav('Larch'),
    block.hero('larch'),
    block.features('larch'),
    block.story('larch one'),
    block.quote('larch'),
    block.story('larch two', true),
    block.plans('larch'),
    block.footer('larch'),
  ]),
  page('dashboard', true, { ...wide, accent: '#0a7d5a', maxWidth: 1_320, size: 14, ground: '#f3f5f7' }, [
    block.nav('Board'),
    block.tiles('board'),
    block.charts('board'),
    block.table('board', 16),
  ]),
  page('article', true, { ...serif, accent: '#a3342c' }, [
    block.nav('Gazette'),
    block.article('gazette'),
    block.quote('gazette'),
    block.features('gazette', 3),
    block.footer('gazette'),
  ]),
  page('shop', true, { ...wide, accent: '#c2410c', radius: 4 }, [
    block.nav('Shop'),
    block.hero('shop', 'centre'),
    block.products('shop', 12),
    block.questions('shop', 4),
    block.footer('shop'),
  ]),
  page('form', true, { ...wide, accent: '#5b3fd6', maxWidth: 960 }, [
    block.nav('Profile'),
    block.form('profile'),
    block.questions('profile', 3),
    block.footer('profile'),
  ]),
  page(
    'phone',
    true,
    { ...wide, accent: '#0f766e', size: 15 },
    [
      block.nav('Pocket'),
      block.hero('pocket', 'centre'),
      block.features('pocket', 3),
      block.messages('pocket', 8),
    ],
    430,
  ),
  page('gallery', false, { ...serif, accent: '#333333', maxWidth: 1_280 }, [
    block.nav('Light'),
    block.hero('light', 'centre'),
    block.gallery('light', 12),
    block.story('light'),
    block.footer('light'),
  ]),
  page('pricing', false, { ...wide, accent: '#be185d', radius: 18 }, [
    block.nav('Tariff'),
    block.hero('tariff', 'centre'),
    block.plans('tariff'),
    block.features('tariff', 6),
    block.questions('tariff', 7),
    block.footer('tariff'),
  ]),
  page('manual', false, { ...wide, accent: '#1d4ed8', maxWidth: 1_240, size: 15 }, [
    block.nav('Manual'),
    block.reading('manual'),
    block.story('manual'),
    block.footer('manual'),
  ]),
  page('inbox', false, { ...wide, accent: '#7c3aed', maxWidth: 1_360, size: 14 }, [
    block.nav('Post'),
    block.tiles('post'),
    block.messages('post', 20),
    block.charts('post'),
  ]),
  page('travel', false, { ...serif, accent: '#b45309', ground: '#fbf7ef' }, [
    block.nav('Coast'),
    block.hero('coast'),
    block.gallery('coast', 6),
    block.story('coast', true),
    block.table('coast', 8),
    block.quote('coast'),
    block.footer('coast'),
  ]),
  page('launcher', true, { ...wide, accent: '#4338ca', size: 15 }, [
    block.nav('Dock'),
    block.launcher('dock', 40),
    block.launcher('pier', 32, 'tiled'),
    block.messages('dock', 5),
    block.footer('dock'),
  ]),
  page('settings', true, { ...wide, accent: '#047857', maxWidth: 1_000 }, [
    block.nav('Options'),
    block.settings('options', 7),
    block.footer('options'),
  ]),
  page('calendar', false, { ...wide, accent: '#b91c1c', maxWidth: 1_280, size: 14 }, [
    block.nav('Month'),
    block.tiles('month'),
    block.calendar('month'),
    block.calendar('next month', 28),
  ]),
  page('feed', false, { ...serif, accent: '#0369a1', size: 17 }, [
    block.nav('Circle'),
    block.hero('circle', 'centre'),
    block.feed('circle', 16),
    block.gallery('circle', 3),
    block.feed('circle again', 8),
  ]),
  page(
    'handset',
    false,
    { ...serif, accent: '#be123c', size: 16 },
    [block.nav('Hand'), block.story('hand'), block.products('hand', 6), block.form('hand', 4)],
    390,
  ),
]

function page(name: string, isTuned: boolean, theme: Theme, parts: string[], width = 1_440): TruthPage {
  return {
    name,
    isTuned,
    width,
    html: `<!doctype html><meta charset="utf-8"><style>${css(theme)}</style><body>${parts.join('\n')}</body>`,
  }
}

function css({ accent, font, radius, maxWidth, size, ground = '#ffffff' }: Theme): string {
  return `
:root { --accent: ${accent}; --ground: ${ground}; --card: #ffffff; --ink: #1b1f24; --soft: #5d6672; --line: #d9dee4; --tint: #eef1f5; }
:root.dark { --accent: color-mix(in srgb, ${accent} 60%, #ffffff); --ground: #101418; --card: #1a2027; --ink: #e8ebee; --soft: #9aa5b1; --line: #303841; --tint: #171c22; }
* { box-sizing: border-box; margin: 0; padding: 0 }
body { font: ${size}px/1.55 ${font}; color: var(--ink); background: var(--ground) }
.wrap { max-width: ${maxWidth}px; margin: 0 auto; padding: 0 24px }
.slim { max-width: 760px }
section { padding: 56px 0 } section.snug { padding: 18px 0 } section.tint { background: var(--tint) }
.ink { background: #1c2530; color: #e9edf1; padding: 48px 0 } .ink .link, .ink p { color: #b8c2cc }
.nav { border-bottom: 1px solid var(--line); padding: 14px 0; background: var(--card) } .nav nav { margin: 0 auto 0 32px; gap: 26px }
.logo { font-size: 20px }
.row { display: flex; gap: 14px; align-items: center } .apart { justify-content: space-between } .middle { justify-content: center }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 48px; align-items: center } .columns.side { grid-template-columns: 220px 1fr; align-items: start }
.grid { display: grid; grid-template-columns: repeat(var(--n), 1fr); gap: 24px } .grid.tight { gap: 12px }
h1 { font-size: 2.6em; line-height: 1.15; margin-bottom: 18px } h2 { font-size: 1.8em; line-height: 1.25; margin-bottom: 22px } h3 { font-size: 1.15em; margin-bottom: 8px } h4 { margin-bottom: 10px }
p { margin-bottom: 16px } .lead { font-size: 1.15em; color: var(--soft) } .note { color: var(--soft); font-size: .87em; display: block }
.centre { text-align: center }
.btn { display: inline-block; background: var(--accent); color: var(--ground); padding: 11px 20px; border-radius: ${radius}px; font-weight: 600; white-space: nowrap } .btn.quiet { background: none; color: var(--accent); border: 1px solid currentColor } .btn.small { padding: 5px 10px; font-size: .85em }
.link { color: var(--accent) } .line { display: block; padding: 5px 0 }
.card { background: var(--card); border: 1px solid var(--line); border-radius: ${radius}px; padding: 22px } .card .icon { display: block; margin-bottom: 14px; color: var(--accent) }
.tag { display: inline-block; background: var(--tint); color: var(--accent); border-radius: 99px; padding: 2px 10px; font-size: .82em }
.hero .tag { margin-bottom: 14px }
.photo { display: block; width: 100%; object-fit: cover; border-radius: ${radius}px; margin-bottom: 12px }
.price { font-weight: 700; font-size: 1.2em } .number { font-size: 1.9em; font-weight: 700 }
.plan { text-align: center } .plan ul { list-style: none; margin: 14px 0 } .plan .price { font-size: 2.2em } li { padding: 4px 0 }
.faq { border-top: 1px solid var(--line); padding: 18px 0 2px }
table { width: 100%; border-collapse: collapse; background: var(--card) } th, td { text-align: left; padding: 11px 14px; border-bottom: 1px solid var(--line) } th { color: var(--soft); font-weight: 500 }
.field { margin-bottom: 18px } .input { border: 1px solid var(--line); background: var(--card); border-radius: ${Math.min(radius, 8)}px; height: 44px; padding: 9px 12px; margin: 6px 0 } label { font-weight: 600; display: block }
pre { background: var(--tint); padding: 14px; font: 13px/1.5 "DejaVu Sans Mono", monospace; margin-bottom: 20px }
.message { border-bottom: 1px solid var(--line); padding: 12px 0 } .message .who { width: 170px } .message .subject { flex: 1; white-space: nowrap; overflow: hidden } .face { width: 34px; height: 34px; border-radius: 50%; background: var(--accent); color: var(--ground); display: grid; place-items: center }
.chart { display: block }
.apps { grid-template-columns: repeat(8, 1fr); text-align: center } .tiled .icon { width: 52px; height: 52px; padding: 12px; border-radius: 14px; background: var(--tint) } .option { border-bottom: 1px solid var(--line); padding: 12px 0 }
.switch { flex: none; width: 40px; height: 22px; border-radius: 11px; background: radial-gradient(circle at 11px, #fff 8px, var(--soft) 9px) } .switch.on { background: radial-gradient(circle at 29px, #fff 8px, #16a34a 9px) }
.days { display: grid; grid-template-columns: repeat(7, 1fr); border: 1px solid var(--line) } .day { border: 1px solid var(--line); min-height: 96px; padding: 6px } .day .tag { display: block; margin: 2px 0 }
@media (max-width: 700px) { .grid, .columns, .columns.side { grid-template-columns: 1fr } .nav nav { display: none } .nav .btn { margin-left: auto } .message .who { width: 90px } h1 { font-size: 2em } section { padding: 32px 0 } }
`
}
