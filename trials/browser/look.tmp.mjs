import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const url = 'http://127.0.0.1:3999'
const j = async (path, method, body, token, extra = {}) => { const r = await fetch(url + path, { method, headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...extra }, body: body && JSON.stringify(body) }); const t = await r.text(); try { return JSON.parse(t) } catch { return t } }
const email = `a${Date.now()}@studio.test`
await j('/users/register', 'POST', { name: 'Ana Ruiz', email, password: 'a quiet light table' })
const { token } = await j('/users/login', 'POST', { email, password: 'a quiet light table' })
const f = new FormData(); f.set('name', 'Landing page'); f.set('image', new Blob([readFileSync('/work/shared/design/samples/landing-1440x3200.jpg')], { type: 'image/jpeg' }), 'landing.jpg')
const p1 = await (await fetch(url + '/projects', { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: f })).json()
for (let i = 0; i < 6; i++) { const c = await j(`/comment/add/${p1.link.id}`, 'POST', { x: 100 + (i * 397) % 1200, y: 120 + (i * 151) % 900, commenter: ['Priya Nair', 'Tom', 'سارة'][i % 3], text: ['The heading needs more air.', 'Is this the right price?', 'العنوان يحتاج إلى مساحة أكبر.'][i % 3] }, null, { 'X-Guest-Secret': 'g'.repeat(42) + i }); if (i < 2) await j(`/projects/${p1._id}/comments/${c._id}/replies`, 'POST', { text: 'Thanks, next version.', commenter: 'Ana' }, token) }
const b = await chromium.launch({ executablePath: '/tmp/pinmark-chromium-0-147.0.0/chromium', args: ['--no-sandbox'] })
for (const locale of process.argv.slice(2)) for (const w of [1440, 360]) {
  const touch = w < 800
  const mk = async () => { const c = await b.newContext({ locale, viewport: { width: w, height: touch ? 740 : 900 }, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1 }); const p = await c.newPage(); p.on('console', m => m.type() === 'error' && console.log(locale, w, m.text())); p.on('pageerror', e => console.log(locale, w, 'PAGEERROR', e.message)); return p }
  const shot = async (p, n) => { await p.waitForTimeout(600); await p.screenshot({ path: `/tmp/look/${n}-${w}-${locale}.png` }); const o = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (o > 0) console.log('OVERFLOW', locale, w, n, o) }
  const g = await mk()
  await g.goto(`${url}/project/${p1.link.id}`); await g.waitForTimeout(1500); await shot(g, 'guest')
  await g.locator('.canvas-image').click({ position: { x: 150, y: 300 } }); await shot(g, 'composer')
  await g.keyboard.press('Escape'); await g.locator('[data-pin]').first().click(); await shot(g, 'thread')
  await g.goto(`${url}/login`); await shot(g, 'login')
  await g.locator('input[type=email]').fill(email); await g.locator('input[type=password]').fill('a quiet light table'); await g.keyboard.press('Enter'); await g.waitForURL(url + '/'); await shot(g, 'dashboard')
  await g.goto(`${url}/project/${p1._id}`); await g.waitForTimeout(1500); await shot(g, 'owner')
  await g.locator('button:has(svg.lucide-link)').first().click(); await shot(g, 'share')
  await g.goto(`${url}/account`); await shot(g, 'account')
  await g.goto(`${url}/project/${p1._id}/report`); await g.waitForTimeout(1200); await shot(g, 'report')
  await g.context().close()
}
await b.close()
